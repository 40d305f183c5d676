import i18next from 'i18next';
import { expect, test } from 'vitest';
import { RULES } from '../../domain/text/rule-messages.ts';
import { t } from './i18n.ts';

test('the language is Spanish, and so is the fallback', () => {
  expect(i18next.language).toBe('es');
  expect(i18next.options.fallbackLng).toEqual(['es']);
});

test('singular and plural', () => {
  expect(t('list.rows', { count: 1 })).toBe('1 resultado');
  expect(t('list.rows', { count: 0 })).toBe('0 resultados');
  expect(t('list.rows', { count: 2_000_000 })).toBe('2.000.000 resultados');
  expect(t('form.charactersLeft', { count: 1 })).toBe('Queda 1 carácter');
});

test('values are put in as they are, React escapes them', () => {
  expect(t('layout.userMenu', { name: 'Ana <b> & Cía' })).toBe('Menú de Ana <b> & Cía');
});

test('rule messages are those of the domain', () => {
  expect(t('rules.required')).toBe(RULES.required);
  expect(t('rules.email')).toBe(RULES.email);
});
