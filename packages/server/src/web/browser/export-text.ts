import { cycloneDxVexOf, type ExportAbout, openVexOf, sarifOfFiles, writeCyclonedx } from '@almanac/core/sbom';
import type { ExportFormat, ExportOrder } from './messages.ts';

export function exportText(order: ExportOrder): string {
  return `${JSON.stringify(WRITERS[order.format](order), null, 2)}\n`;
}

const WRITERS: Readonly<Record<ExportFormat, (order: ExportOrder) => unknown>> = {
  openvex: (order) => openVexOf(allOf(order), aboutOf(order, oneName(order))),
  'cyclonedx-vex': (order) => cycloneDxVexOf(allOf(order), aboutOf(order, oneName(order))),
  sarif: (order) =>
    sarifOfFiles(
      order.files.map(({ name, examined, lines }) => ({ fileName: name, examined, lines })),
      aboutOf(order, null),
    ),
  cyclonedx: (order) =>
    writeCyclonedx(
      allOf(order).map(({ component }) => component),
      {
        subject: { name: oneName(order) ?? 'scan' },
        timestamp: order.timestamp,
        serialNumber: `urn:uuid:${order.uuid}`,
      },
    ),
};

function allOf({ files }: ExportOrder) {
  return files.flatMap(({ examined }) => examined);
}

function oneName({ files }: ExportOrder): string | null {
  return files.length === 1 ? (files[0]?.name ?? null) : null;
}

function aboutOf({ timestamp, toolVersion, site, uuid }: ExportOrder, fileName: string | null): ExportAbout {
  return { timestamp, toolVersion, site, documentId: `urn:uuid:${uuid}`, fileName };
}
