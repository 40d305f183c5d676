import { describe, expect, it } from 'vitest';
import { PEOPLE, PERSONAS, type Persona, project } from '../../../test/subjects.ts';
import { STATUSES, type Status } from '../kinds/statuses.ts';
import { judgeFileChange, mayAnswerPhotos } from './file-edits.ts';

const file = (documentType: string, owner: Persona) => ({ documentType, ownerId: PEOPLE[owner].id });
const changers = (status: Status, of: ReturnType<typeof file>) =>
  PERSONAS.filter(p => judgeFileChange(PEOPLE[p], project(status), of).allowed);

/** Those of it who take no part in this project. */
const OFFICE: Persona[] = ['office', 'officeLead'];

describe('another version of a file, or its removal', () => {
  const frozen = STATUSES.filter(s => !['draft', 'returned', 'approved', 'running'].includes(s));
  it('is for who writes the proposal, until it runs', () => {
    for (const type of ['signed_contract', 'evidence', 'other'])
      for (const status of ['draft', 'returned', 'approved'] as const)
        expect(changers(status, file(type, 'member')).sort()).toEqual(
          changers(status, file('other', 'lead')).sort(),
        );
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
  it('of evidence is its sender’s, the lead’s and the office’s while it runs', () => {
    const [own, others] = [file('evidence', 'member'), file('evidence', 'lead')];
    expect(changers('running', own)).toContain('member');
    expect(changers('running', others)).not.toContain('member');
    for (const who of ['lead', 'alternate', 'office'] as const)
      expect(changers('running', own)).toContain(who);
    for (const who of ['stranger', 'holder', 'reviewer', 'otherHead', 'headElsewhere'] as const)
      expect(changers('running', file('evidence', who))).not.toContain(who);
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
