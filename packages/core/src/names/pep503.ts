const RUN = /[-_.]+/g;

/** The name PyPI knows a project by: lower case, and each run of `-`, `_` and `.` a single hyphen (PEP 503). */
export function pep503(name: string): string {
  return name.toLowerCase().replace(RUN, '-');
}
