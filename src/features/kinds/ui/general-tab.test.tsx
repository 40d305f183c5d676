import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { newUser, show } from '../../../../test/jsdom/render.tsx';
import type { KindDefinition } from '../../../domain/kinds/definition.ts';
import { FIRST_KINDS } from '../../../domain/kinds/index.ts';
import { judgeRevision } from '../../../domain/kinds/revision.ts';
import { EditingProvider, errorFinder } from './editor.tsx';
import { GeneralTab } from './general-tab.tsx';

let kind: KindDefinition;
function Editor({ from }: { from: KindDefinition }) {
  const [edited, setEdited] = useState(from);
  kind = edited;
  const { errors } = judgeRevision(FIRST_KINDS.pacs, edited, []);
  return (
    <EditingProvider
      value={{
        kind: edited,
        edit: patch => setEdited({ ...edited, ...patch }),
        errorAt: errorFinder(errors),
      }}
    >
      <GeneralTab />
    </EditingProvider>
  );
}
const part = () => within(screen.getByRole('region', { name: 'Informes de avance' }));
const percent = (n: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Informe de avance ${n}` });

test('parts of the time are added, told where they are wrong, shown as days, and taken out', async () => {
  const user = newUser();
  show(<Editor from={FIRST_KINDS.pacs} />);
  expect(part().queryByRole('status')).toBeNull();
  const add = part().getByRole('button', { name: 'Agregar informe' });
  await user.click(add);
  await user.type(percent(1), '50');
  expect(part().getByRole('status').textContent).toBe(
    'En un proyecto del 01-03-2027 al 31-12-2027, vence el 01-08-2027.',
  );
  await user.click(add);
  // Nothing is told of days while one is missing.
  expect(part().queryByRole('status')).toBeNull();
  await user.type(percent(2), '40');
  expect(part().getByText('El informe 2 va después del informe 1.')).toBeTruthy();
  await user.clear(percent(2));
  await user.type(percent(2), '75');
  expect(part().getByRole('status').textContent).toMatch(/vencen el 01-08-2027 y 1\d-10-2027\.$/);
  expect(kind.progressReports).toEqual([50, 75]);
  await user.click(part().getByRole('button', { name: 'Quitar informe 1' }));
  expect(kind.progressReports).toEqual([75]);
  expect(percent(1).value).toBe('75 % del tiempo');
});

const certificates = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Certificados' });

test('says when certificates are given', async () => {
  const user = newUser();
  show(<Editor from={FIRST_KINDS.exts} />);
  expect(certificates().value).toBe('No se emiten');
  await user.click(certificates());
  await user.click(await screen.findByRole('option', { name: 'A quienes asisten, al cerrar el proyecto' }));
  expect(kind.certificates).toBe('closing');
});

test('a draft of before certificates gives none', () => {
  const { certificates: _, ...before } = FIRST_KINDS.pacs;
  show(<Editor from={before as KindDefinition} />);
  expect(certificates().value).toBe('No se emiten');
});

test('a draft of before progress reports opens without any', () => {
  const { progressReports: _, ...before } = FIRST_KINDS.pacs;
  show(<Editor from={before as KindDefinition} />);
  expect(part().getByText(/sin ninguno, no se piden/)).toBeTruthy();
  expect(part().queryByRole('textbox')).toBeNull();
});
