export { channelVersions } from './collection.ts';
export {
  aggregatorNames,
  attributeKey,
  mayBeProject,
  readAggregatorKey,
  readProjects,
  writeProjects,
} from './names.ts';
export { type ProjectRow, readProject } from './project.ts';
export { latestVersion, repositoryVersions, versionSummary } from './versions.ts';
