import 'react-toastify/dist/ReactToastify.css';
import './toaster.css';
import { useComputedColorScheme } from '@mantine/core';
import DOMPurify from 'dompurify';
import { useEffect } from 'react';
import { ToastContainer, toast } from 'react-toastify';
import { t } from '../i18n/i18n.ts';
import { taken, useToastQueue } from './toasts.ts';

export const TOAST_MS = 5000;

function Message({ html }: { html: string }) {
  const safe = DOMPurify.sanitize(html, { USE_PROFILES: { html: true } });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML strings are allowed in toasts; sanitised just above
  return <div dangerouslySetInnerHTML={{ __html: safe }} />;
}

export function Toaster() {
  const queue = useToastQueue();
  const scheme = useComputedColorScheme('light');
  useEffect(() => {
    for (const { kind, html } of queue) toast(<Message html={html} />, { type: kind });
    if (queue.length > 0) taken(new Set(queue.map(each => each.id)));
  }, [queue]);
  return (
    <ToastContainer
      autoClose={TOAST_MS}
      newestOnTop
      position="top-right"
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
