import DOMPurify from 'dompurify';

/** HTML without anything that could run or take over the page. */
export const sanitise = (html: string): string =>
  DOMPurify.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button'],
  });
