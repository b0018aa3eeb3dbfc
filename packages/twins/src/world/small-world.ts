import { CONFLICTS_SHOWN } from './entries/conflicts.ts';
import { DATABASES } from './entries/databases.ts';
import { EXPLOITED } from './entries/exploited.ts';
import { withIssues } from './entries/issues.ts';
import { PACKAGES } from './entries/packages.ts';
import { RECORDS } from './entries/records.ts';
import { REGISTRIES } from './entries/registries.ts';
import { STATES_SHOWN } from './entries/states.ts';
import { TEXTS } from './entries/texts.ts';
import { UPCOMING } from './entries/upcoming.ts';
import { VERSIONS } from './entries/versions.ts';
import { type World, worldOf } from './world.ts';

/** A few dozen invented vulnerabilities that cover every state, conflict and oddity. */
export const smallWorld: World = worldOf(
  [
    ...REGISTRIES,
    ...PACKAGES,
    ...STATES_SHOWN,
    ...CONFLICTS_SHOWN,
    ...EXPLOITED,
    ...VERSIONS,
    ...TEXTS,
    ...RECORDS,
    ...DATABASES,
    ...UPCOMING,
  ].map(withIssues),
);
