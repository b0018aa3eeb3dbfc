import { describe } from 'vitest';
import { showsListFaults } from '../../test/list-faults.ts';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { METASPLOIT_PATH, metasploit } from './metasploit.ts';

const start = () => startTwin(metasploit(smallWorld));

describe('the twin of Metasploit shows', () => {
  showsTransportFaults(start, METASPLOIT_PATH);
  showsListFaults(start, METASPLOIT_PATH, {
    records: (text) => Object.keys(JSON.parse(text)).length,
    added: '"novelField"',
    ahead: '"mod_time": "2036-',
    breakages: {
      syntax: '"needs_cleanup":null,',
      wrong_type: '"name":[0]',
      missing_field: ': {"fullname"',
      null_record: 'cormorantd_reply": null,',
      deep_nesting: '['.repeat(1000),
      lone_surrogate: '"odd":"\\ud800"',
      huge_number: '"odd":1e400',
      duplicate_key: '"name":"shadowed","name"',
      invalid_utf8: '"odd":"\ufffd(\ufffd"',
    },
  });
});
