import type { AdvisoryDeps } from '../app/publishing/collection-advisories.ts';
import { openSourceStates } from '../app/sources/source-states.ts';
import { openBoards } from '../app/tracker/board.ts';
import type { PublishCollectionDeps } from '../ingest/publishing/publish-collection.ts';
import type { SnapshotTarget } from '../ingest/snapshots/target.ts';
import { openDocuments } from '../queries/documents.ts';
import type { AlmanacDatabases } from '../store/database.ts';
import { thisBuild } from './build.ts';
import { dataSelection, type Environment } from './environment.ts';

/** How the collection is published; null where the address of what is published, or of the API, is not set. */
export function collectionPublishing(
  environment: Environment,
  databases: AlmanacDatabases,
  target: SnapshotTarget,
): Omit<PublishCollectionDeps, 'signal'> | null {
  const { SNAPSHOT_URL: files, BASE_URL: api, SITE_URL: site, COMMIT } = environment;
  if (files === undefined || api === undefined) return null;
  const publisher = {
    files,
    api,
    site: (site ?? api.replace(/\/api\/v1$/, '')).replace(/\/$/, ''),
    toolVersion: thisBuild(COMMIT).version,
  };
  return { ...advisoryDeps(environment, databases), target, publisher };
}

function advisoryDeps(environment: Environment, databases: AlmanacDatabases): Omit<AdvisoryDeps, 'signal'> {
  const documents = openDocuments();
  const sourceStates = openSourceStates(databases, Date.now, dataSelection(environment));
  return {
    databases,
    documents,
    sourceStates,
    boards: openBoards({ databases, documents, sourceStates, now: Date.now }),
  };
}
