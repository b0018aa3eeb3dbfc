# package-lock.json names no registry. Here every entry gets the address of its tarball, from its name, its version and `registry`, which has
# no default, in the form that importNpmLock reads. What only development needs is left out.
#
# `modulesOf ""` are the modules at the root, `modulesOf "packages/core/"` those that one workspace has for itself. Each is a package of its own
# that depends on exactly what is locked: the workspaces themselves are not installed, they are copied.
{
  lib,
  registry,
  lockfile ? ../package-lock.json,
}:
let
  lock = lib.importJSON lockfile;
  parts = lib.splitString "node_modules/";

  isInstalled =
    path: entry: lib.hasInfix "node_modules/" path && !(entry.link or false) && !(entry.dev or false);
  installed = lib.filterAttrs isInstalled lock.packages;

  nameOf = path: entry: entry.name or (lib.last (parts path));
  resolved =
    path: entry:
    let
      name = nameOf path entry;
    in
    entry
    // {
      resolved = "${lib.removeSuffix "/" registry}/${name}/-/${baseNameOf name}-${entry.version}.tgz";
    };

  modulesOf =
    place:
    let
      here = lib.filterAttrs (path: _: lib.head (parts path) == place) installed;
      packages = lib.mapAttrs' (path: entry: lib.nameValuePair (lib.removePrefix place path) (resolved path entry)) here;
      direct = lib.filterAttrs (path: _: lib.length (parts path) == 2) packages;
      versions = lib.mapAttrs' (path: entry: lib.nameValuePair (lib.last (parts path)) entry.version);
      isOptional = _: entry: entry.optional or false;
      package = {
        name = "almanac-modules";
        inherit (lock) version;
        dependencies = versions (lib.filterAttrs (path: entry: !isOptional path entry) direct);
        optionalDependencies = versions (lib.filterAttrs isOptional direct);
      };
    in
    {
      inherit package;
      packageLock = {
        inherit (package) name version;
        inherit (lock) lockfileVersion;
        requires = true;
        packages = {
          "" = package;
        }
        // packages;
      };
    };
in
{
  inherit modulesOf;
  inherit (lock) version;
  # Where modules are installed: "" and workspaces with modules of their own.
  places = lib.unique (map (path: lib.head (parts path)) (lib.attrNames installed));
}
