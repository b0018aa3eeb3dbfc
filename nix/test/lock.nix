# What nix/lock.nix hands to importNpmLock, by place.
{ lib, registry }:
let
  lock = import ../lock.nix { inherit lib registry; };
in
lib.genAttrs lock.places lock.modulesOf
