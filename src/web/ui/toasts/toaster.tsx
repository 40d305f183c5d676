import 'react-toastify/dist/ReactToastify.css';
import './toaster.css';
import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ToastContainer, toast } from 'react-toastify';
import { t } from '../../i18n/i18n.ts';
import { sanitise } from '../rich-text/sanitise.ts';
import { dropToasts, type ToastAction, useToastQueue } from './toasts.ts';

export const TOAST_MS = 5000;

interface MessageProps {
  html: string;
  action: ToastAction | undefined;
  onDone: () => void;
}

function Message({ html, action, onDone }: MessageProps) {
  // It can be clicked again while it fades.
  const ran = useRef(false);
  const run = () => {
    if (ran.current) return;
    ran.current = true;
    onDone();
    action?.run();
  };
  return (
    <div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: HTML strings are allowed in toasts; sanitised right here */}
      <div dangerouslySetInnerHTML={{ __html: sanitise(html) }} />
      {action && (
        <button type="button" className="toast-action" onClick={run}>
          {action.label}
        </button>
      )}
    </div>
  );
}

export function Toaster() {
  const queue = useToastQueue();
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    for (const { kind, html, action } of queue)
      toast(({ closeToast }) => <Message html={html} action={action} onDone={() => closeToast()} />, {
        type: kind,
      });
    if (queue.length > 0) dropToasts(new Set(queue.map(each => each.id)));
  }, [queue]);
  return (
    <ToastContainer
      autoClose={TOAST_MS}
      // Away from the buttons of the header; the newest on top of the pile.
      newestOnTop
      // A finger has left, though its place still counts as pointed at.
      pauseOnHover={window.matchMedia('(hover: hover)').matches}
      position="bottom-right"
      theme={scheme}
      aria-label={t('layout.notices')}
      closeButton={({ closeToast }) => (
        <button
          type="button"
          className="toast-close"
          onClick={() => closeToast(true)}
          aria-label={t('action.close')}
        >
          ×
        </button>
      )}
    />
  );
}
