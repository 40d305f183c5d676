import { useState } from 'react';
import { messageOf } from './problem-error.ts';
import { saveFile } from './save-file.ts';
import { asHtml, toasts } from './ui/toasts/toasts.ts';

interface Fetched {
  readonly blob: Blob;
  readonly name: string;
}

/**
 * For buttons that save a file on this computer: `save` fetches it, tells a failure in a toast, and answers whether it
 * was saved; `saving` is for the button meanwhile.
 */
export function useSaving() {
  const [saving, setSaving] = useState(false);
  const save = async (fetching: () => Promise<Fetched>): Promise<boolean> => {
    setSaving(true);
    try {
      const { blob, name } = await fetching();
      saveFile(name, blob);
      return true;
    } catch (error) {
      toasts.error(asHtml(messageOf(error)));
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { saving, save };
}
