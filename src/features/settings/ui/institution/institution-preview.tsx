import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import { bandOf, stripOf } from '../../../../domain/settings/colours.ts';
import { institution } from '../../../../domain/settings/institution.ts';
import { config } from '../../../../web/config.ts';
import { useFormScope } from '../../../../web/form/form.tsx';
import classes from './institution.module.css';

const BAND = 'Para que se lea, la banda usa un tono más oscuro.';
const STRIP = 'Para que se vea, la franja usa un tono más claro.';

interface PreviewProps {
  readonly logo: string | null;
}

/** What is typed, as the top bar and the public pages will show it. Decoration: the fields above say it all. */
export function InstitutionPreview({ logo }: PreviewProps) {
  const { getValue } = useFormScope();
  const { product, ...saved } = config();
  const typed = institution.shape.colour.safeParse(getValue('colour'));
  const colour = typed.data ?? saved.colour;
  const name = String(getValue('name') ?? '').trim();
  const [strip, band] = [stripOf(colour), bandOf(colour)];
  const picture = logo && <img src={logo} alt="" className={classes.logo} />;
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        Así se verá
      </Text>
      <div
        className={classes.preview}
        style={{ '--strip': strip, '--band': band } as CSSProperties}
        aria-hidden
      >
        <div className={classes.bar}>
          {picture}
          <span className={classes.product}>{product}</span>
          <span className={classes.name}>{name}</span>
        </div>
        <div className={classes.band}>
          {picture}
          <span>
            <strong>{product}</strong>
            <small>{name}</small>
          </span>
        </div>
      </div>
      <Text size="xs" c="dimmed" mt={4} aria-live="polite">
        {[band !== colour && BAND, strip !== colour && STRIP].filter(Boolean).join(' ')}
      </Text>
    </div>
  );
}
