export interface FamousPackageRow {
  readonly attribute: string;
  readonly version: string;
  readonly home: string;
  readonly file: string;
  readonly keeper: string;
  readonly description: string;
}

/**
 * Attribute, version, home page, file, maintainer, description. The first four are real, as of September 2025;
 * maintainers are invented.
 */
const TABLE = `
activemq | 6.1.7 | https://activemq.apache.org/ | pkgs/by-name/ac/activemq/package.nix | ada | Message broker of Apache
apacheHttpd | 2.4.65 | https://httpd.apache.org/ | pkgs/servers/http/apache-httpd/2.4.nix | brook | Web server of Apache
bash | 5.3p3 | https://www.gnu.org/software/bash/ | pkgs/shells/bash/5.nix | cleo | The GNU shell
buildkit | 0.24.0 | https://github.com/moby/buildkit | pkgs/by-name/bu/buildkit/package.nix | dora | Builds container images
busybox | 1.36.1 | https://busybox.net/ | pkgs/os-specific/linux/busybox/default.nix | ada | Small versions of many Unix tools in one program
caddy | 2.10.2 | https://caddyserver.com | pkgs/by-name/ca/caddy/package.nix | brook | Web server that gets its own certificates
cargo | 1.89.0 | https://crates.io | pkgs/development/compilers/rust/cargo.nix | cleo | Package manager of Rust
containerd | 2.1.4 | https://containerd.io/ | pkgs/by-name/co/containerd/package.nix | dora | Runs containers for other programs
coreutils | 9.7 | https://www.gnu.org/software/coreutils/ | pkgs/tools/misc/coreutils/default.nix | ada | Basic tools of GNU
cups | 2.4.12 | https://openprinting.github.io/cups/ | pkgs/by-name/cu/cups/package.nix | brook | Printing system
cups-browsed | 2.1.1 | https://github.com/OpenPrinting/cups-browsed | pkgs/by-name/cu/cups-browsed/package.nix | cleo | Finds printers in the network
cups-filters | 2.0.1 | http://www.linuxfoundation.org/collaborate/workgroups/openprinting/cups-filters | pkgs/by-name/cu/cups-filters/package.nix | dora | Converts documents for printers
curl | 8.14.1 | https://curl.se/ | pkgs/by-name/cu/curlMinimal/package.nix | ada | Transfers data by address
dbus | 1.14.10 | https://www.freedesktop.org/wiki/Software/dbus/ | pkgs/development/libraries/dbus/default.nix | brook | Lets programs of one machine talk to each other
dnsmasq | 2.91 | https://www.thekelleys.org.uk/dnsmasq/doc.html | pkgs/by-name/dn/dnsmasq/package.nix | cleo | Small DNS and DHCP server
docker | 28.4.0 | https://www.docker.com/ | pkgs/applications/virtualization/docker/default.nix | dora | Builds and runs containers
dovecot | 2.3.21.1 | https://dovecot.org/ | pkgs/by-name/do/dovecot/package.nix | ada | IMAP and POP3 server
drupal | 11.2.4 | https://drupal.org/ | pkgs/by-name/dr/drupal/package.nix | brook | Content management system
expat | 2.7.1 | https://libexpat.github.io/ | pkgs/by-name/ex/expat/package.nix | cleo | Parser for XML
forgejo | 12.0.4 | https://forgejo.org | pkgs/by-name/fo/forgejo/generic.nix | ada | Hosts Git repositories
geoserver | 2.27.2 | https://geoserver.org/ | pkgs/by-name/ge/geoserver/package.nix | brook | Publishes geographic data
git | 2.51.0 | https://git-scm.com/ | pkgs/applications/version-management/git/default.nix | cleo | Keeps the history of source code
gitlab | 18.4.0 | http://www.gitlab.com/ | pkgs/by-name/gi/gitlab/package.nix | ada | Hosts repositories and pipelines
gnutls | 3.8.10 | https://gnutls.org/ | pkgs/development/libraries/gnutls/default.nix | brook | TLS library of GNU
go | 1.25.0 | https://go.dev/ | pkgs/development/compilers/go/1.25.nix | cleo | Compiler and tools of Go
grafana | 12.1.1 | https://grafana.com | pkgs/servers/monitoring/grafana/default.nix | dora | Draws metrics and logs
haproxy | 3.2.4 | https://haproxy.org | pkgs/by-name/ha/haproxy/package.nix | ada | Balances load between servers
hello | 2.12.2 | https://www.gnu.org/software/hello/manual/ | pkgs/by-name/he/hello/package.nix | brook | Says hello
imagemagick | 7.1.2-3 | http://www.imagemagick.org/ | pkgs/applications/graphics/ImageMagick/default.nix | cleo | Converts images
jenkins | 2.516.3 | https://jenkins.io/ | pkgs/by-name/je/jenkins/package.nix | dora | Runs builds and tests
jq | 1.8.1 | https://jqlang.github.io/jq/ | pkgs/by-name/jq/jq/package.nix | ada | Filters JSON
keycloak | 26.3.4 | https://www.keycloak.org/ | pkgs/by-name/ke/keycloak/package.nix | brook | Logs people in for other programs
krb5 | 1.22.1 | http://web.mit.edu/kerberos/ | pkgs/development/libraries/kerberos/krb5.nix | cleo | Kerberos of MIT
kubernetes | 1.34.0 | https://kubernetes.io | pkgs/by-name/ku/kubernetes/package.nix | dora | Runs containers on many machines
libcupsfilters | 2.1.1 | https://github.com/OpenPrinting/libcupsfilters | pkgs/by-name/li/libcupsfilters/package.nix | brook | What CUPS converts documents with
libssh2 | 1.11.1 | https://www.libssh2.org | pkgs/by-name/li/libssh2/package.nix | cleo | SSH for programs
libwebp | 1.6.0 | https://developers.google.com/speed/webp/ | pkgs/by-name/li/libwebp/package.nix | ada | Reads and writes WebP images
libyaml | 0.2.5 | https://pyyaml.org/ | pkgs/by-name/li/libyaml/package.nix | brook | Reads and writes YAML
linux | 6.12.48 | https://www.kernel.org/ | pkgs/os-specific/linux/kernel/mainline.nix | cleo | The kernel
memcached | 1.6.39 | http://memcached.org/ | pkgs/by-name/me/memcached/package.nix | ada | Keeps objects in memory
mongodb-ce | 8.0.13 | https://www.mongodb.com/ | pkgs/by-name/mo/mongodb-ce/package.nix | brook | Document database
nginx | 1.28.0 | http://nginx.org | pkgs/servers/http/nginx/generic.nix | cleo | Web server and proxy
openssh | 10.0p2 | https://www.openssh.com/ | pkgs/tools/networking/openssh/common.nix | dora | SSH client and server
openssl | 3.5.1 | https://www.openssl.org/ | pkgs/development/libraries/openssl/default.nix | ada | TLS and cryptography
openssl_1_1 | 1.1.1w | https://www.openssl.org/ | pkgs/development/libraries/openssl/default.nix | brook | TLS and cryptography, the old release line
openssl_3 | 3.0.17 | https://www.openssl.org/ | pkgs/development/libraries/openssl/default.nix | cleo | TLS and cryptography, the release line 3.0
perl | 5.40.0 | https://www.perl.org/ | pkgs/development/interpreters/perl/interpreter.nix | dora | The language
php | 8.4.12 | https://www.php.net/ | pkgs/development/interpreters/php/generic.nix | ada | The language, and how web servers run it
polkit | 126 | https://github.com/polkit-org/polkit | pkgs/by-name/po/polkit/package.nix | brook | Decides who may do what on a desktop
postfix | 3.10.4 | http://www.postfix.org/ | pkgs/by-name/po/postfix/package.nix | dora | Mail server
postgresql | 17.6 | https://www.postgresql.org | pkgs/servers/sql/postgresql/generic.nix | ada | Relational database
putty | 0.83 | https://www.chiark.greenend.org.uk/~sgtatham/putty/ | pkgs/applications/networking/remote/putty/default.nix | brook | SSH client with a window
python313Packages.aiohttp | 3.12.15 | https://github.com/aio-libs/aiohttp | pkgs/development/python-modules/aiohttp/default.nix | cleo | HTTP client and server
python313Packages.certifi | 2025.07.14 | https://github.com/certifi/python-certifi | pkgs/development/python-modules/certifi/default.nix | dora | Root certificates of Mozilla
python313Packages.cryptography | 45.0.4 | https://github.com/pyca/cryptography | pkgs/development/python-modules/cryptography/default.nix | ada | Cryptography for Python
python313Packages.django_5_1 | 5.1.12 | https://www.djangoproject.com | pkgs/development/python-modules/django/5_1.nix | brook | Web framework
python313Packages.flask | 3.1.2 | https://flask.palletsprojects.com/ | pkgs/development/python-modules/flask/default.nix | cleo | Small web framework
python313Packages.idna | 3.10 | https://github.com/kjd/idna/ | pkgs/development/python-modules/idna/default.nix | dora | International domain names
python313Packages.jinja2 | 3.1.6 | https://jinja.palletsprojects.com | pkgs/development/python-modules/jinja2/default.nix | ada | Templates
python313Packages.pillow | 11.3.0 | https://python-pillow.github.io/ | pkgs/development/python-modules/pillow/default.nix | brook | Reads and changes images
python313Packages.pyyaml | 6.0.2 | https://github.com/yaml/pyyaml | pkgs/development/python-modules/pyyaml/default.nix | cleo | Reads and writes YAML
python313Packages.requests | 2.32.4 | http://docs.python-requests.org/ | pkgs/development/python-modules/requests/default.nix | dora | HTTP for people
python313Packages.setuptools | 80.9.0 | https://github.com/pypa/setuptools | pkgs/development/python-modules/setuptools/default.nix | ada | Builds and installs packages
python313Packages.urllib3 | 2.5.0 | https://github.com/urllib3/urllib3 | pkgs/development/python-modules/urllib3/default.nix | brook | HTTP client
python313Packages.werkzeug | 3.1.3 | https://palletsprojects.com/p/werkzeug/ | pkgs/development/python-modules/werkzeug/default.nix | cleo | Basis of web applications
redis | 8.0.3 | https://redis.io | pkgs/by-name/re/redis/package.nix | ada | Keeps data structures in memory
rsync | 3.4.1 | https://rsync.samba.org/ | pkgs/applications/networking/sync/rsync/default.nix | brook | Copies what has changed
ruby | 3.3.9 | https://www.ruby-lang.org/ | pkgs/development/interpreters/ruby/default.nix | cleo | The language
rubyPackages.nokogiri | 1.18.9 | - | pkgs/top-level/ruby-packages.nix | dora | Reads XML and HTML
runc | 1.3.1 | https://github.com/opencontainers/runc | pkgs/by-name/ru/runc/package.nix | ada | Starts a container
rustc | 1.89.0 | https://www.rust-lang.org/ | pkgs/build-support/rust/rustc-wrapper/default.nix | brook | Compiler of Rust
sqlite | 3.50.2 | https://www.sqlite.org/ | pkgs/development/libraries/sqlite/default.nix | dora | Database in a file
sudo | 1.9.17p2 | https://www.sudo.ws/ | pkgs/by-name/su/sudo/package.nix | brook | Runs a command as somebody else
systemd | 257.8 | https://www.freedesktop.org/wiki/Software/systemd/ | pkgs/os-specific/linux/systemd/default.nix | cleo | Starts and watches services
tomcat | 11.0.11 | https://tomcat.apache.org/ | pkgs/servers/http/tomcat/default.nix | dora | Runs web applications in Java
tomcat9 | 9.0.109 | https://tomcat.apache.org/ | pkgs/servers/http/tomcat/default.nix | ada | Runs web applications in Java, release line 9
traefik | 3.5.2 | https://traefik.io | pkgs/by-name/tr/traefik/package.nix | brook | Proxy for containers
unbound | 1.23.1 | https://www.unbound.net | pkgs/by-name/un/unbound/package.nix | cleo | DNS resolver
unzip | 6.0 | http://www.info-zip.org | pkgs/by-name/un/unzip/package.nix | dora | Unpacks zip archives
util-linux | 2.41.1 | https://www.kernel.org/pub/linux/utils/util-linux/ | pkgs/by-name/ut/util-linux/package.nix | ada | Basic tools of Linux
valkey | 8.1.3 | https://valkey.io/ | pkgs/by-name/va/valkey/package.nix | brook | Keeps data structures in memory, a fork of Redis
vim | 9.1.1623 | https://www.vim.org | pkgs/applications/editors/vim/common.nix | dora | Editor
wget | 1.25.0 | https://www.gnu.org/software/wget/ | pkgs/by-name/wg/wget/package.nix | ada | Downloads files
wordpress | 6.8.2 | https://wordpress.org | pkgs/servers/web-apps/wordpress/generic.nix | brook | Content management system for blogs
xz | 5.8.1 | https://tukaani.org/xz/ | pkgs/tools/compression/xz/default.nix | cleo | Compresses files
zlib | 1.3.1 | https://zlib.net | pkgs/development/libraries/zlib/default.nix | dora | Compresses data
`;

export const FAMOUS_PACKAGES: readonly FamousPackageRow[] = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [attribute = '', version = '', home = '', file = '', keeper = '', description = ''] = line.split(' | ');
    return { attribute, version, home, file, keeper, description };
  });
