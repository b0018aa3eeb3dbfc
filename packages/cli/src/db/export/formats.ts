export const EXPORT_FORMATS = ['sqlite', 'parquet', 'osv-zip'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
