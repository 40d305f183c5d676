import { Button, Skeleton, Title } from '@mantine/core';
import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../../web/routing/lazy-page.ts';
import classes from './institution.module.css';

const LogoChanger = lazyPart(() => import('./logo-changer.tsx'), 'LogoChanger');

interface LogoFieldProps {
  /** Address of what is stored. */
  readonly logo: string | null;
  readonly onChange: (logo: string | null) => void;
}

/** The logo, which is changed apart from the form. */
export function LogoField({ logo, onChange }: LogoFieldProps) {
  const heading = useId();
  const [changing, setChanging] = useState(false);
  return (
    <section aria-labelledby={heading}>
      <Title order={3} size="h5" id={heading} mb={4}>
        Logo
      </Title>
      {logo && <img src={logo} alt="Logo actual" className={classes.current} />}
      {changing ? (
        <Suspense fallback={<Skeleton h="8rem" />}>
          <LogoChanger logo={logo} onChange={onChange} />
        </Suspense>
      ) : (
        <Button variant="default" size="xs" onClick={() => setChanging(true)}>
          {logo ? 'Cambiar logo' : 'Elegir logo'}
        </Button>
      )}
    </section>
  );
}
