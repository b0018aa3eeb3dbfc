/**
 * Names under which people know vulnerabilities, whose own records do not hold them, or which hold them among many others that
 * only refer to it. Only what the name alone has come to mean; in lower case, with single spaces.
 */
export const NICKNAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['heartbleed', ['CVE-2014-0160']],
  ['shellshock', ['CVE-2014-6271', 'CVE-2014-7169']],
  ['bashdoor', ['CVE-2014-6271']],
  ['poodle', ['CVE-2014-3566']],
  ['freak', ['CVE-2015-0204']],
  ['logjam', ['CVE-2015-4000']],
  ['stagefright', ['CVE-2015-1538']],
  ['drown', ['CVE-2016-0800']],
  ['badlock', ['CVE-2016-2118']],
  ['dirty cow', ['CVE-2016-5195']],
  ['dirtycow', ['CVE-2016-5195']],
  ['imagetragick', ['CVE-2016-3714']],
  ['httpoxy', ['CVE-2016-5385']],
  ['eternalblue', ['CVE-2017-0144']],
  ['wannacry', ['CVE-2017-0144']],
  ['sambacry', ['CVE-2017-7494']],
  ['blueborne', ['CVE-2017-1000251']],
  ['krack', ['CVE-2017-13077']],
  ['meltdown', ['CVE-2017-5754']],
  ['spectre', ['CVE-2017-5753', 'CVE-2017-5715']],
  ['drupalgeddon2', ['CVE-2018-7600']],
  ['drupalgeddon 2', ['CVE-2018-7600']],
  ['foreshadow', ['CVE-2018-3615']],
  ['bluekeep', ['CVE-2019-0708']],
  ['zombieload', ['CVE-2018-12130']],
  ['smbghost', ['CVE-2020-0796']],
  ['curveball', ['CVE-2020-0601']],
  ['ghostcat', ['CVE-2020-1938']],
  ['zerologon', ['CVE-2020-1472']],
  ['sigred', ['CVE-2020-1350']],
  ['boothole', ['CVE-2020-10713']],
  ['baron samedit', ['CVE-2021-3156']],
  ['proxylogon', ['CVE-2021-26855']],
  ['proxyshell', ['CVE-2021-34473']],
  ['printnightmare', ['CVE-2021-34527']],
  ['hivenightmare', ['CVE-2021-36934']],
  ['log4shell', ['CVE-2021-44228', 'CVE-2021-45046']],
  ['pwnkit', ['CVE-2021-4034']],
  ['spring4shell', ['CVE-2022-22965']],
  ['dirty pipe', ['CVE-2022-0847']],
  ['dirtypipe', ['CVE-2022-0847']],
  ['follina', ['CVE-2022-30190']],
  ['proxynotshell', ['CVE-2022-41040', 'CVE-2022-41082']],
  ['text4shell', ['CVE-2022-42889']],
  ['downfall', ['CVE-2022-40982']],
  ['inception', ['CVE-2023-20569']],
  ['zenbleed', ['CVE-2023-20593']],
  ['citrix bleed', ['CVE-2023-4966']],
  ['citrixbleed', ['CVE-2023-4966']],
  ['looney tunables', ['CVE-2023-4911']],
  ['http/2 rapid reset', ['CVE-2023-44487']],
  ['rapid reset', ['CVE-2023-44487']],
  ['terrapin', ['CVE-2023-48795']],
  ['logofail', ['CVE-2023-40238']],
  ['leaky vessels', ['CVE-2024-21626']],
  ['slashandgrab', ['CVE-2024-1709']],
  ['xz backdoor', ['CVE-2024-3094']],
  ['regresshion', ['CVE-2024-6387']],
  ['react2shell', ['CVE-2025-55182']],
]);

/** The ids that a query is a nickname of, in quotes or not. */
export function idsOfNickname(query: string): readonly string[] {
  return (
    NICKNAMES.get(
      query
        .replaceAll(/["\s]+/g, ' ')
        .trim()
        .toLowerCase(),
    ) ?? []
  );
}
