/**
 * How ecosystems spell names and versions. Records and lockfiles are text of others: what is spelt otherwise becomes no part of a
 * command, for a tool might take it for an option, an address or a path.
 */
export const SEMVER = /^\d{1,15}\.\d{1,15}\.\d{1,15}(?:-[\dA-Za-z.-]{1,80})?(?:\+[\dA-Za-z.-]{1,80})?$/;
/** A name that ends like an archive would be taken for a file. */
export const NPM_NAME = /^(?:@[a-z\d][\w.~-]{0,100}\/)?[a-z\d_][\w.~-]{0,213}(?<!\.tgz|\.tar|\.tar\.gz)$/i;
export const CRATE = /^[a-z_][\w-]{0,63}$/i;
export const GEM = /^[a-z\d_][\w.-]{0,99}$/i;
/** The first part is a host: `std`, `all` and `toolchain` are none. */
export const GO_MODULE = /^[a-z\d][a-z\d-]{0,62}(?:\.[a-z\d][a-z\d-]{0,62}){1,8}(?:\/[\w~+-][\w.~+-]{0,99}){0,20}$/i;
export const PYTHON_NAME = /^[a-z\d](?:[\w.-]{0,98}[a-z\d])?$/i;
export const PEP440 = /^\d[\da-z.!+_-]{0,99}$/i;
export const GEM_VERSION = /^\d[\da-z.-]{0,99}$/i;
export const GO_VERSION = new RegExp(SEMVER.source.replace('^', '^v?'));
