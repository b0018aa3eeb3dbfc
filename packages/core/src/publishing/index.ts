export { advisoryId, type CollectionAdvisory, collectionPurl, type DatedAdvisory, type Publisher } from './advisory.ts';
export { csafAdvisory, csafPath, csafProvider } from './csaf.ts';
export { channelEcosystem, type OsvRecord, osvRecord } from './osv.ts';
export { type RepositoryFile, vexManifest, vexRepository } from './vex.ts';
