import type { Coverage, MyPackages } from '@almanac/contract';

/** What the page of a list shows. */
export interface MyPageModel {
  /** The entries of a list, or a maintainer. */
  readonly packages: readonly string[] | null;
  readonly maintainer: string | null;
  /** Of the address, its feeds and its badge. */
  readonly query: string;
  readonly answer: MyPackages;
  readonly coverage: Coverage;
  readonly siteUrl: string;
  readonly now: number;
}
