export const EXPORT_FORMATS = ['sqlite', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
