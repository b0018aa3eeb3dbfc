import type { ExaminedComponent } from '@almanac/core/sbom';
import { make } from './dom.ts';
import type { ExportFormat, ExportOrder } from './messages.ts';
import type { ScanState } from './scan-state.ts';
import type { Row } from './select-rows.ts';

const NAMES: Readonly<Record<ExportFormat, string>> = {
  openvex: 'openvex.json',
  'cyclonedx-vex': 'vex.cdx.json',
  sarif: 'sarif.json',
  cyclonedx: 'cdx.json',
};

export function exportOrder(state: ScanState, format: ExportFormat, toolVersion: string): ExportOrder {
  let at = 0;
  const files = state.files.flatMap(({ name, result }) => {
    if (result?.file == null) return [];
    const rows = state.rows.slice(at, at + result.file.entries.length);
    at += rows.length;
    return [{ name, examined: rows.map(examined), lines: result.file.lines }];
  });
  const site = location.origin;
  return { format, files, timestamp: new Date().toISOString(), uuid: randomUuid(), toolVersion, site };
}

function examined({ component, outcome }: Row): ExaminedComponent {
  return { component, verdict: outcome.verdict, verdictReason: outcome.reason, findings: outcome.findings };
}

/** Saves a file locally, without a request. */
export function save(text: string, { format, files }: ExportOrder): string {
  const name = `${files.length === 1 ? files[0]?.name : 'scan'}.${NAMES[format]}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  make('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return name;
}

/** `crypto.randomUUID` is missing on sites without TLS. */
function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
