import {
  ADVISORIES_PATH,
  CHANNELS_STATUS_PATH,
  EPSS_API_PATH,
  EVALUATION_PATH,
  EXPLOITDB_PATH,
  KEV_FEED_PATH,
  METASPLOIT_PATH,
  NUCLEI_PATH,
  NVD_PATH,
  OSV_BUCKET_PATH,
  RAW_PATH,
  RELEASES_PATH,
  type RunningTwins,
  TRACKER_PATH,
} from '@almanac/twins';

/** The variables that turn every source to its twin. */
export function twinAddresses(twins: RunningTwins): Record<string, string> {
  return {
    CVE_LIST_RAW_URL: twins.cve_list_v5.url + RAW_PATH,
    CVE_LIST_RELEASES_URL: twins.cve_list_v5.url + RELEASES_PATH,
    CVE_LIST_ARCHIVE_URLS: twins.cve_list_v5.url,
    CVE_SERVICES_URL: `${twins.cve_services.url}/api/`,
    OSV_BUCKET_URL: twins.osv.url + OSV_BUCKET_PATH,
    OSV_API_URL: twins.osv.url,
    ADVISORY_URL: twins.advisory.url + ADVISORIES_PATH,
    NVD_URL: twins.nvd.url + NVD_PATH,
    NVD_API_KEY: 'demo', // any key will do, and makes the twin ten times as patient
    EPSS_URL: twins.epss.url,
    EPSS_API_URL: twins.epss.url + EPSS_API_PATH,
    KEV_URL: twins.kev.url + KEV_FEED_PATH,
    TRACKER_URL: twins.nixpkgs.url + TRACKER_PATH,
    GITHUB_TOKEN: 'demo', // any token will do, and gives the budget of one
    REPOLOGY_URL: twins.repology.url,
    CHANNELS_URL: twins.packages.url,
    CHANNELS_RELEASES_URL: twins.packages.url,
    CHANNELS_STATUS_URL: twins.channels.url + CHANNELS_STATUS_PATH,
    DEPENDENCIES_URL: twins.dependencies.url + EVALUATION_PATH,
    METASPLOIT_URL: twins.metasploit.url + METASPLOIT_PATH,
    NUCLEI_URL: twins.nuclei.url + NUCLEI_PATH,
    EXPLOITDB_URL: twins.exploitdb.url + EXPLOITDB_PATH,
  };
}
