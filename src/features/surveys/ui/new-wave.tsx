import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { lazyPart } from '../../../web/routing/lazy-page.ts';
import type { FixedProject } from './edit/wave-fields.tsx';

const WaveForm = lazyPart(() => import('./edit/wave-form.tsx'), 'WaveForm');

interface NewWaveProps {
  /** Of which it is, where it is begun there. */
  project?: FixedProject;
  onClose: () => void;
}

/** The drawer of a new survey. */
export const NewWave = (props: NewWaveProps) => (
  <Suspense>
    <WaveForm wave={null} {...props} />
  </Suspense>
);

export const NewWaveButton = ({ onClick }: { onClick: () => void }) => (
  <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onClick}>
    Nueva encuesta
  </Button>
);
