import { createClient } from '@almanac/client';
import { getSearch, postPurls } from '@almanac/contract';

const almanac = createClient({ baseUrl: process.env['ALMANAC_API'] ?? 'http://127.0.0.1:8080/api/v1' });

const exploited = await almanac.call(getSearch, { query: { kev: 'true', limit: 5 } });
for (const { id, title } of exploited.data.results) console.log(id, title);

const purls = ['pkg:npm/lodash@4.17.20', 'pkg:npm/left-pad@1.3.0'];
const checked = await almanac.call(postPurls, { body: { purls } });
for (const { purl, verdict, verdictReason } of checked.data.results) console.log(purl, verdict, verdictReason);
console.log('as of', checked.asOf);
