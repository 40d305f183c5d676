import { useSyncExternalStore } from 'react';

export type ToastKind = 'success' | 'error' | 'info' | 'warning';
/** What can be done about what the toast says, e.g. "Deshacer". */
export interface ToastAction {
  label: string;
  run: () => void;
}
export interface ToastRequest {
  kind: ToastKind;
  html: string;
  action?: ToastAction | undefined;
  id: number;
}

let queue: readonly ToastRequest[] = [];
let serial = 0;
const listeners = new Set<() => void>();

function setQueue(next: readonly ToastRequest[]) {
  queue = next;
  for (const listener of listeners) listener();
}

const push = (kind: ToastKind) => (html: string, action?: ToastAction) => {
  serial += 1;
  setQueue([...queue, { kind, html, action, id: serial }]);
};

/** Short messages that go away by themselves. HTML is allowed and sanitised: a script in it cannot run. */
export const toasts = {
  success: push('success'),
  error: push('error'),
  info: push('info'),
  warning: push('warning'),
};

/** For the host: what waits to be shown, and a way to say that it was taken. */
export const dropToasts = (ids: ReadonlySet<number>) => setQueue(queue.filter(each => !ids.has(each.id)));

export const useToastQueue = () =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => queue,
  );

/** A name or message as part of a toast's HTML. */
export const asHtml = (text: string) => text.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
