import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { ACCOUNTED, RECORDING, STATUSES, type Status } from '../kinds/statuses.ts';
import { judgeFileChange, judgeUpload, mayAnswerPhotos, mayReadFile } from './file-edits.ts';

const file = (documentType: string, owner: Persona) => ({ documentType, ownerId: PEOPLE[owner].id });
const changers = (status: Status, of: ReturnType<typeof file>) =>
  PERSONAS.filter(p => judgeFileChange(PEOPLE[p], project(status), of).allowed);

/** Those of it who take no part in this project. */
const OFFICE: Persona[] = ['office', 'officeLead'];

describe('another version of a file, or its removal', () => {
  const frozen = STATUSES.filter(s => !['draft', 'returned', ...RECORDING].includes(s));
  it('is for who writes the proposal, until it runs', () => {
    const same = (status: Status, type: string) =>
      expect(changers(status, file(type, 'member')).sort()).toEqual(
        changers(status, file('other', 'lead')).sort(),
      );
    for (const type of ['signed_contract', 'other'])
      for (const status of ['draft', 'returned', 'approved'] as const) same(status, type);
    for (const status of ['draft', 'returned'] as const) same(status, 'evidence');
    expect(changers('draft', file('other', 'lead'))).toContain('lead');
    expect(changers('draft', file('other', 'lead'))).not.toContain('member');
  });
  it('is the office’s alone once it is judged or closed, evidence included, and only where that takes no part', () => {
    for (const status of frozen) expect(changers(status, file('evidence', 'member'))).toEqual(OFFICE);
  });
  it('of what was approved changes nothing while it runs: a new version of the contract would be another contract', () => {
    for (const type of ['signed_contract', 'commitment_letter', 'other'])
      expect(changers('running', file(type, 'lead'))).toEqual(OFFICE);
  });
  it.each(RECORDING)('of evidence is its sender’s, the lead’s and the office’s while it is %s', status => {
    const [own, others] = [file('evidence', 'member'), file('evidence', 'lead')];
    expect(changers(status, own)).toContain('member');
    expect(changers(status, others)).not.toContain('member');
    for (const who of ['lead', 'alternate', 'office'] as const) expect(changers(status, own)).toContain(who);
    for (const who of ['stranger', 'holder', 'reviewer', 'otherHead', 'headElsewhere'] as const)
      expect(changers(status, file('evidence', who))).not.toContain(who);
  });
});

describe('a file is sent', () => {
  const senders = (status: Status, type: string) =>
    PERSONAS.filter(p => judgeUpload(PEOPLE[p], project(status), type).allowed);
  it.each(RECORDING)('as evidence by the whole team while the project is %s', status => {
    for (const who of ['lead', 'alternate', 'member', 'office'] as const)
      expect(senders(status, 'evidence')).toContain(who);
    for (const who of ['stranger', 'holder', 'reviewer', 'otherHead'] as const)
      expect(senders(status, 'evidence')).not.toContain(who);
  });
  it('of any other type by who writes the proposal, before it runs', () => {
    expect(senders('approved', 'other')).toContain('lead');
    for (const status of ['approved', 'suspended'] as const)
      expect(senders(status, 'other')).not.toContain('member');
  });
  it('no more once the end is sent', () => {
    for (const status of ['final_report', 'closed'] as const)
      expect(senders(status, 'evidence')).toEqual(senders(status, 'other'));
  });
});

it('photos are answered for by the team and the office, also once the project is closed', () => {
  for (const status of ['draft', 'running', 'closed'] as const) {
    const who = PERSONAS.filter(p => mayAnswerPhotos(PEOPLE[p], project(status)));
    for (const persona of ['lead', 'alternate', 'member', 'office'] as const) expect(who).toContain(persona);
    for (const persona of ['stranger', 'holder', 'reviewer', 'otherHead'] as const)
      expect(who).not.toContain(persona);
  }
});

describe('a paper of an expense', () => {
  const TEAM: Persona[] = ['lead', 'alternate', 'member', 'officeInTeam', 'holderInTeam', ...OFFICE];
  const active = PERSONAS.filter(p => p !== 'pending');
  const readers = active.filter(p => mayReadFile(PEOPLE[p], project('running'), 'expense'));
  it('is read by who reads what was spent; any other file by whoever reads all of the project', () => {
    expect(readers.sort()).toEqual([...TEAM].sort());
    expect(active.filter(p => !mayReadFile(PEOPLE[p], project('running'), 'evidence'))).toEqual([]);
  });
  it.each(STATUSES)('is sent, replaced and removed while money is accounted for, so in %s', status => {
    const senders = active.filter(p => judgeUpload(PEOPLE[p], project(status), 'expense').allowed);
    const isOpen = ACCOUNTED.includes(status);
    expect(senders.sort()).toEqual(isOpen ? [...TEAM].sort() : []);
    const own = changers(status, file('expense', 'member')).filter(p => p !== 'pending');
    expect(own.sort()).toEqual(isOpen ? ['lead', 'alternate', 'member', ...OFFICE].sort() : []);
  });
});
