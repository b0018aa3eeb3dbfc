import { csafFormat } from './csaf.ts';
import { cyclonedxFormat } from './cyclonedx.ts';
import type { ScanFormat } from './format.ts';
import { githubFormat } from './github.ts';
import { gitlabFormat } from './gitlab.ts';
import { htmlFormat } from './html.ts';
import { jsonFormat } from './json.ts';
import { junitFormat } from './junit.ts';
import { markdownFormat } from './markdown.ts';
import type { FormatName } from './names.ts';
import { openvexFormat } from './openvex.ts';
import { sarifFormat } from './sarif.ts';
import { spdxFormat } from './spdx.ts';
import { tableFormat } from './table.ts';

export const FORMATS: Readonly<Record<FormatName, ScanFormat>> = {
  table: tableFormat,
  json: jsonFormat,
  sarif: sarifFormat,
  cyclonedx: cyclonedxFormat,
  spdx: spdxFormat,
  openvex: openvexFormat,
  csaf: csafFormat,
  junit: junitFormat,
  gitlab: gitlabFormat,
  github: githubFormat,
  markdown: markdownFormat,
  html: htmlFormat,
};
