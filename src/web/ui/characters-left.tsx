import { t } from '../i18n/i18n.ts';

/** Told to screen readers only near the end, so that it does not interrupt every letter. */
export function CharactersLeft({ length, max }: { length: number; max: number }) {
  const left = max - length;
  const text =
    left >= 0 ? t('form.charactersLeft', { count: left }) : t('form.charactersOver', { count: -left });
  return (
    <span
      className="figures"
      style={left < 0 ? { color: 'var(--mantine-color-error)', fontWeight: 600 } : undefined}
      aria-live={left < 20 ? 'polite' : 'off'}
    >
      {text}
    </span>
  );
}
