import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { lineNumber } from './lines.ts';
import { readXml } from './xml.ts';

export const gradleVerification = defineLockfile({
  kind: 'gradle/verification-metadata.xml',
  read: readGradleVerification,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'components without a group, a name or a version',
  },
});

/** Checksums of what Gradle has downloaded: https://docs.gradle.org/current/userguide/dependency_verification.html */
function readGradleVerification(text: string, collection: Collection): null {
  readXml(text, 'verification-metadata', ({ path, attributes, line }) => {
    if (path !== 'verification-metadata/components/component') return;
    const [group, name, version] = ['group', 'name', 'version'].map((key) => attributes.get(key) ?? '');
    const place = lineNumber(line);
    if (!group || !name || !version)
      collection.skip(place, name ?? null, 'the component has no group, name or version');
    else collection.add({ type: 'maven', name: `${group}:${name}`, version, direct: null, dev: null, place });
  });
  collection.note(NOTE);
  return null;
}

const NOTE = 'The file lists everything that Gradle ever verified, including versions no longer used.';
