/** As much of pino as ingest needs. The message is fixed text; what varies goes into the object. */
export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
