/** Real names, but invented edges that are plausible for such software. */
const TABLE = `
activemq: openssl
apacheHttpd: openssl zlib expat
buildkit: go runc
caddy: go
containerd: go runc
cups: openssl gnutls dbus
cups-browsed: cups cups-filters dbus
cups-filters: cups libcupsfilters
curl: openssl zlib libssh2 krb5
docker: go containerd runc
dovecot: openssl zlib
drupal: php
forgejo: go git openssh
git: curl openssl zlib expat perl
gitlab: git ruby postgresql redis openssh
gnutls: zlib
grafana: go
haproxy: openssl zlib
imagemagick: libwebp zlib
keycloak: openssl
kubernetes: go containerd
libcupsfilters: cups
libssh2: openssl zlib
memcached: openssl
mongodb-ce: openssl curl
nginx: openssl zlib
openssh: openssl zlib krb5
openssl: perl zlib
php: openssl curl zlib libwebp sqlite
polkit: expat dbus systemd
postfix: openssl
postgresql: openssl zlib krb5
python313Packages.aiohttp: python313Packages.idna
python313Packages.cryptography: openssl
python313Packages.flask: python313Packages.jinja2 python313Packages.werkzeug
python313Packages.pillow: libwebp zlib
python313Packages.pyyaml: libyaml
python313Packages.requests: python313Packages.certifi python313Packages.idna python313Packages.urllib3
redis: openssl systemd
rsync: openssl zlib
ruby: openssl zlib libyaml
rubyPackages.nokogiri: ruby zlib
runc: go
rustc: curl zlib
cargo: rustc curl openssl
sqlite: zlib
systemd: openssl xz util-linux dbus
tomcat: openssl
traefik: go
unbound: openssl expat
util-linux: zlib
valkey: openssl systemd
wget: openssl zlib
wordpress: php
`;

export const FAMOUS_INPUTS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [attribute = '', inputs = ''] = line.split(': ');
      return [attribute, inputs.split(' ')];
    }),
);
