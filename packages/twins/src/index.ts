export { ADVISORIES_PATH, type AdvisoryQuirks, advisory } from './advisory/advisory.ts';
export { CHANNELS_STATUS_PATH, type ChannelsQuirks, channels } from './channels/channels.ts';
export { type Corpus, type CorpusChoice, type CorpusSource, openCorpus } from './corpus/corpus.ts';
export { type CorpusTwins, startCorpusTwins } from './corpus/corpus-twins.ts';
export { OSV_FILES } from './corpus/osv.ts';
export { type CorpusPackage, listedPackage, readPackages } from './corpus/packages.ts';
export type { Pair } from './corpus/pairs.ts';
export { EPSS_DAYS } from './corpus/scores.ts';
export { type CveListQuirks, cveList } from './cve-list/cve-list.ts';
export { RAW_PATH } from './cve-list/raw-routes.ts';
export { RELEASES_PATH } from './cve-list/release-routes.ts';
export { CVE_ID_PATH, CVE_RECORD_PATH, type CveServicesQuirks, cveServices } from './cve-services/cve-services.ts';
export { dependencies, EVALUATION_PATH } from './dependencies/dependencies.ts';
export {
  type EvaluatedPackage,
  type Evaluation,
  evaluationOf,
  type GeneratedEvaluationOptions,
  generatedEvaluation,
  generatedInputs,
} from './dependencies/evaluation.ts';
export { EPSS_API_PATH, EPSS_CURRENT_PATH, type EpssQuirks, epss } from './epss/epss.ts';
export { EXPLOITDB_PATH, exploitdb } from './exploitdb/exploitdb.ts';
export { famousSelection, famousWorld } from './famous/famous-world.ts';
export { startFamousTwins } from './famous/start-famous-twins.ts';
export { fromRecords, type GivenRecord } from './feed/from-records.ts';
export { MADE_UP_PUBLISHED, type MadeUpList, madeUpCveId, type Telling } from './feed/made-up.ts';
export type { FeedRecord, Fields, RecordFeed, Revision } from './feed/record-feed.ts';
export { type SpooledRecord, spooled } from './feed/spooled.ts';
export { type Clock, runningClock, stillClock } from './frame/clock.ts';
export { BREAKAGES, type Breakage, DOCUMENT_FAULTS, type Fault, RARE_FAULTS, TRANSPORT_FAULTS } from './frame/fault.ts';
export type { Faults } from './frame/fault-switch.ts';
export type { LoggedRequest } from './frame/request-log.ts';
export { startTwin, type TwinOptions, USUAL_START } from './frame/start-twin.ts';
export type { Twin, TwinDefinition } from './frame/twin.ts';
export { type ZipEntry, zip, zipChunks } from './frame/zip.ts';
export { type GeneratedCollectionOptions, generatedCollection } from './generator/collection.ts';
export { type GeneratedOptions, generated } from './generator/generated.ts';
export { KEV_FEED_PATH, KEV_MIRROR_PATH, type KevQuirks, kev } from './kev/kev.ts';
export { METASPLOIT_PATH, metasploit } from './metasploit/metasploit.ts';
export { type NixpkgsQuirks, nixpkgs, TRACKER_PATH } from './nixpkgs/nixpkgs.ts';
export { NUCLEI_PATH, nuclei } from './nuclei/nuclei.ts';
export { NVD_FEEDS_PATH } from './nvd/feeds.ts';
export { NVD_PATH, type NvdQuirks, nvd } from './nvd/nvd.ts';
export { NVD_OVERRIDES_PATH, nvdOverrides } from './nvd-overrides/nvd-overrides.ts';
export {
  DEVICE_CODE_PATH,
  type OauthClient,
  type OauthTwin,
  oauth,
  TOKEN_PATH,
} from './oauth/oauth.ts';
export { OSV_BUCKET_PATH } from './osv/bucket-routes.ts';
export { type OsvQuirks, osv } from './osv/osv.ts';
export { type PackagesQuirks, packages } from './packages/packages.ts';
export { REPOLOGY_PROJECT_PATH, type RepologyQuirks, repology } from './repology/repology.ts';
export {
  type ListTwinId,
  type RunningTwins,
  startTwins,
  TWIN_IDS,
  TWINS,
  type TwinId,
  type TwinsOptions,
} from './twins.ts';
export { CHANNEL_NAMES, channelMovedAt, channelNamed, channelRevisionAt } from './world/channels.ts';
export { type Collection, collectionOf, type PackageState, type PackageStory } from './world/collection.ts';
export { smallCollection } from './world/entries/collection.ts';
export { smallWorld } from './world/small-world.ts';
export { CONFLICTS, ODDITIES, STATES, TRAITS, type Trait } from './world/traits.ts';
export type { Vulnerability } from './world/vulnerability.ts';
export { type World, worldOf } from './world/world.ts';
export { advisoryIdAt, advisoryRows, advisoryText, kernelName, nameAt } from './world-size/advisory.ts';
export { advisoriesOfDay, cvesOfDay } from './world-size/changes.ts';
export { cveIdAt, cveRows, cveText } from './world-size/cve.ts';
export { ecosystemsOf, homeOf } from './world-size/ecosystems.ts';
export { type WorldSize, worldSize } from './world-size/size.ts';
export { startWorldUpstream, type WorldUpstreamUrls } from './world-size/world-upstream.ts';
