import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../../../test/jsdom/render.tsx';
import { SideDrawer } from './side-drawer.tsx';

function Row() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Ver la solicitud
      </button>
      {isOpen && (
        <SideDrawer title="Solicitud SD-2026-1" onClose={() => setOpen(false)}>
          <p>Acceso</p>
        </SideDrawer>
      )}
    </>
  );
}

test.each([
  ['Escape', '{Escape}'],
  ['its cross', null],
])('closed by %s it gives the keyboard back to what it was opened from', async (_by, key) => {
  const { user } = show(<Row />);
  const opener = screen.getByRole('button', { name: 'Ver la solicitud' });
  await user.click(opener);
  const drawer = await screen.findByRole('dialog', { name: 'Solicitud SD-2026-1' });
  await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true));
  if (key) await user.keyboard(key);
  else await user.click(screen.getByRole('button', { name: 'Cerrar' }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
  expect(screen.queryByRole('dialog')).toBeNull();
});
