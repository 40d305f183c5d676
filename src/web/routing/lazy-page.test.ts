// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fetchWith, lazyPage } from './lazy-page.ts';

const EmptyPage = () => null;

beforeEach(() => sessionStorage.clear());

test('a page that loads leaves no trace', async () => {
  const page = lazyPage(async () => ({ Seen: EmptyPage }), 'Seen');
  await page.preload?.();
  expect(sessionStorage.length).toBe(0);
});

test('the first failure reloads, the second is only logged', async () => {
  const failing = async (): Promise<{ Gone: typeof EmptyPage }> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const reload = vi.fn();

  // The document goes away: the page's code is waited for and nothing is drawn.
  void lazyPage(failing, 'Gone', reload).preload?.();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(logged).not.toHaveBeenCalled();

  await lazyPage(failing, 'Gone', reload).preload?.();
  expect(reload).toHaveBeenCalledOnce();
  expect(logged).toHaveBeenCalledWith('Page Gone could not be loaded', expect.any(TypeError));
});

test('one page failing does not use up the reload of another', async () => {
  const reload = vi.fn();
  const fail = async (): Promise<never> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  };
  void lazyPage<'One'>(fail, 'One', reload).preload?.();
  void lazyPage<'Two'>(fail, 'Two', reload).preload?.();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2));
});

test('what fails once reloads at once, asking for nothing again before', async () => {
  const reload = vi.fn();
  const load = vi.fn(async () => ({ Again: EmptyPage }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  void lazyPage(load, 'Again', reload).preload?.();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();

  // The document is new and the code comes: the next failure, whenever that is, reloads again.
  await lazyPage(load, 'Again', reload).preload?.();
  expect(sessionStorage.length).toBe(0);
});

test('without a connection a page reloads as for any other cause', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const reload = vi.fn();
  const load = vi.fn(async (): Promise<never> => {
    throw new TypeError('Failed to fetch dynamically imported module');
  });
  void lazyPage<'Away'>(load, 'Away', reload).preload?.();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  online.mockRestore();
});

describe('a part of a page', () => {
  test('waits without a connection: the page around it stays', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = vi.fn();
    const load = vi.fn(async () => 'part');
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    const loading = fetchWith(load, 'Later', reload)();
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(await loading).toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
  });

  test('is asked for again when the connection is back before its failure is told', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const reload = vi.fn();
    const load = vi.fn(async () => 'part');
    load.mockImplementationOnce(async () => {
      online.mockRestore();
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    expect(await fetchWith(load, 'Back', reload)()).toBe('part');
    expect(load).toHaveBeenCalledTimes(2);
    expect(reload).not.toHaveBeenCalled();
  });

  test('reloads once with one, as a page does', async () => {
    const reload = vi.fn();
    const load = vi.fn(async () => 'part');
    load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
    void fetchWith(load, 'Part', reload)();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(load).toHaveBeenCalledOnce();
  });
});
