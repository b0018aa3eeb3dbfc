import type { Page } from '../page.ts';
import type { Route } from '../route.ts';
import { health } from './meta/health.ts';
import { openapi } from './meta/openapi.ts';
import { sources } from './meta/sources.ts';
import { version } from './meta/version.ts';
import { docs } from './pages/docs.ts';

/** Every endpoint that is answered, one file each; a test compares this list with the folder and with the contract. */
export const ROUTES: readonly Route[] = [health, version, sources, openapi];

/** Every page of the site. */
export const PAGES: readonly Page[] = [docs];
