import { afterEach, describe, expect, it, vi } from 'vitest';
import { PROBLEMS } from '../../domain/kit/problem-codes.ts';
import { OfflineError, ProblemError } from '../problem-error.ts';
import { isCancelled, SIGN_IN_MESSAGES, signInMessage } from './sign-in-error.ts';

const withCode = (errorCode: string) => Object.assign(new Error(errorCode), { errorCode });

afterEach(() => vi.unstubAllGlobals());

describe('what a person reads when the sign-in fails', () => {
  it.each([
    ['a popup or hidden frame that nobody answered', withCode('timed_out'), SIGN_IN_MESSAGES.failed],
    ['a server that did not answer', new OfflineError('timeout'), SIGN_IN_MESSAGES.failed],
    ['anything unforeseen', new Error('x'), SIGN_IN_MESSAGES.failed],
    ['a blocked popup', withCode('popup_window_error'), SIGN_IN_MESSAGES.blocked],
    [
      'a refusal of the server',
      new ProblemError({ type: '', ...PROBLEMS.account_refused, code: 'account_refused' }),
      PROBLEMS.account_refused.detail,
    ],
  ])('%s', (_, error, message) => {
    vi.stubGlobal('navigator', { onLine: true });
    expect(signInMessage(error)).toBe(message);
  });

  it('without a network says so', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(signInMessage(withCode('no_network_connectivity'))).toBe(SIGN_IN_MESSAGES.offline);
  });
});

it.each([
  ['user_cancelled', true],
  ['access_denied', true],
  ['timed_out', false],
  ['interaction_required', false],
])('%s is taken for a cancellation: %s', (code, expected) => {
  expect(isCancelled(withCode(code))).toBe(expected);
});
