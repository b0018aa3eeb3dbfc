import type { FamousRecord } from './record.ts';
import { CONTAINERS } from './records/containers.ts';
import { GATEWAYS } from './records/gateways.ts';
import { GO } from './records/go.ts';
import { HTTP2 } from './records/http2.ts';
import { JAVA_LIBRARIES } from './records/java-libraries.ts';
import { JAVA_SERVERS } from './records/java-servers.ts';
import { LINUX } from './records/linux.ts';
import { MEDIA } from './records/media.ts';
import { NPM_PROGRAMS } from './records/npm-programs.ts';
import { NPM_PROTOTYPES } from './records/npm-prototypes.ts';
import { OPENSSL_CURL } from './records/openssl-curl.ts';
import { PHP } from './records/php.ts';
import { PRODUCTS } from './records/products.ts';
import { PYTHON_FRAMEWORKS } from './records/python-frameworks.ts';
import { PYTHON_LIBRARIES } from './records/python-libraries.ts';
import { RUST_RUBY } from './records/rust-ruby.ts';
import { SERVERS } from './records/servers.ts';
import { TOMCAT } from './records/tomcat.ts';
import { TOOLS } from './records/tools.ts';

export const HAND_WRITTEN: readonly FamousRecord[] = [
  ...CONTAINERS,
  ...GATEWAYS,
  ...GO,
  ...HTTP2,
  ...JAVA_LIBRARIES,
  ...JAVA_SERVERS,
  ...LINUX,
  ...MEDIA,
  ...NPM_PROGRAMS,
  ...NPM_PROTOTYPES,
  ...OPENSSL_CURL,
  ...PHP,
  ...PRODUCTS,
  ...PYTHON_FRAMEWORKS,
  ...PYTHON_LIBRARIES,
  ...RUST_RUBY,
  ...SERVERS,
  ...TOMCAT,
  ...TOOLS,
];
