import { openVexOf } from '@almanac/core/sbom';
import type { ScanFormat } from './format.ts';
import { wholeDocument } from './whole.ts';

/** OpenVEX 0.2.0. */
export const openvexFormat: ScanFormat = { name: 'openvex', write: (report) => wholeDocument(report, openVexOf) };
