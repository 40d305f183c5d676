import { expect, it } from 'vitest';
import { act, done } from '../../../test/factories.ts';
import { pay, paymentsOf } from '../../../test/payments.ts';
import { answerReport, OBSERVED, sentReport } from '../../../test/report-decisions.ts';
import { decideReport, openReports, reporting as project, submitReport } from '../../../test/reports.ts';
import { AWARDED_AMOUNT } from '../../../test/spending.ts';
import { clients } from '../../../test/university.ts';

// Half of the award is released at the start, half by the first progress report.
openReports();

const HALF = AWARDED_AMOUNT / 2;
const released = async () => (await paymentsOf(clients.admin, project)).released;
const step = async (action: string, more: object = {}) =>
  done(await act(clients.admin, project, action, { reason: 'Por una razón que se conoce.', ...more }));

it('a report releases its part once the office has accepted it, not before', async () => {
  expect(await released()).toBe(HALF);
  expect((await pay(clients.admin, project, { amount: HALF + 1 })).status).toBe(422);
  done(await pay(clients.admin, project, { amount: HALF }));
  const { id, version } = await sentReport(project);
  expect(await released()).toBe(HALF);
  done(await decideReport(clients.director, project, version));
  expect(await released()).toBe(HALF);
  done(await decideReport(clients.admin, project, version + 1, { observations: OBSERVED }));
  await answerReport({ id });
  done(await submitReport(clients.academic, project, version + 3));
  expect(await released()).toBe(HALF);
  expect((await pay(clients.admin, project, { amount: 1 })).status).toBe(422);
  done(await decideReport(clients.admin, project, version + 4));
  expect((await paymentsOf(clients.admin, project)).instalments.map(i => [i.report, i.isReleased])).toEqual([
    [null, true],
    [1, true],
  ]);
  done(await pay(clients.admin, project, { amount: HALF }));
  expect((await pay(clients.admin, project, { amount: 1 })).status).toBe(422);
});

it('another report releases nothing of it', async () => {
  const { version } = await sentReport(project, 2);
  done(await decideReport(clients.director, project, version, { address: 2 }));
  done(await decideReport(clients.admin, project, version + 1, { address: 2 }));
  expect(await released()).toBe(HALF);
});

it('what was released stays so wherever the project goes', async () => {
  const { version } = await sentReport(project);
  done(await decideReport(clients.director, project, version));
  await step('suspend');
  done(await decideReport(clients.admin, project, version + 1));
  expect(await released()).toBe(AWARDED_AMOUNT);
  done(await pay(clients.admin, project, { amount: AWARDED_AMOUNT }));
  await step('resume');
  expect(await released()).toBe(AWARDED_AMOUNT);
  await step('cancel');
  await step('override', { to: 'running', amount: AWARDED_AMOUNT });
  expect(await released()).toBe(AWARDED_AMOUNT);
});
