import { afterEach, describe, expect, it } from 'vitest';
import {
  begin,
  type Interaction,
  interact,
  interactionStatus,
  nextStatus,
  onInteraction,
  type Phase,
  report,
  track,
} from './interaction.ts';

const KINDS: Interaction[] = ['login', 'acquire token', 'silent sign-in', 'handle redirect', 'logout'];
const ENDS: Phase[] = ['success', 'failure', 'end'];

afterEach(() => {
  for (const kind of KINDS) report(kind, 'end');
});

describe('the status of the sign-in interaction', () => {
  it.each(KINDS)('a start of "%s" moves to it', kind => {
    expect(nextStatus('none', kind, 'start')).toBe(kind);
  });

  it.each(KINDS.flatMap(kind => ENDS.map(phase => [kind, phase] as const)))(
    '"%s" returns to none on %s',
    (kind, phase) => {
      expect(nextStatus(kind, kind, phase)).toBe('none');
    },
  );

  it.each(KINDS.flatMap(a => KINDS.filter(b => b !== a).map(b => [a, b] as const)))(
    'during "%s" neither start nor end of "%s" changes anything',
    (kind, other) => {
      for (const phase of ['start', ...ENDS] as Phase[]) expect(nextStatus(kind, other, phase)).toBe(kind);
    },
  );

  it('tells its listeners each change once', () => {
    const seen: string[] = [];
    const stop = onInteraction(() => seen.push(interactionStatus()));
    report('login', 'start');
    report('acquire token', 'start');
    report('acquire token', 'success');
    report('login', 'success');
    stop();
    report('logout', 'start');
    expect(seen).toEqual(['login', 'none']);
  });
});

describe('one interaction at a time', () => {
  it.each(['login', 'logout'] as const)(
    'a %s request is ignored while another is in progress',
    async kind => {
      const first = Promise.withResolvers<string>();
      let ran = false;
      const running = track('acquire token', () => first.promise);
      const ignored = await interact(kind, async () => {
        ran = true;
        return 'second';
      });
      expect(ignored).toBeUndefined();
      expect(ran).toBe(false);
      expect(interactionStatus()).toBe('acquire token');
      first.resolve('first');
      expect(await running).toBe('first');
      expect(interactionStatus()).toBe('none');
    },
  );

  it('one that something else ends keeps others away until then, and ends nothing but itself', async () => {
    const end = begin('login');
    expect(interactionStatus()).toBe('login');
    expect(begin('login')).toBeUndefined();
    expect(await interact('login', async () => 'second')).toBeUndefined();
    end?.();
    expect(interactionStatus()).toBe('none');
    report('logout', 'start');
    end?.();
    expect(interactionStatus()).toBe('logout');
  });

  it('a failure frees the way for the next', async () => {
    await expect(interact('login', () => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
    expect(await interact('login', async () => 'again')).toBe('again');
  });
});
