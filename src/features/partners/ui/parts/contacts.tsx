import { Anchor } from '@mantine/core';
import { paths } from '../../../../web/routing/paths.ts';
import { TextLink } from '../../../../web/ui/link.tsx';
import type { Partner } from '../../contract.ts';
import classes from './partner.module.css';

interface Person {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

function Ways({ email, phone }: Person) {
  return (
    <>
      {email && (
        <div>
          <Anchor href={`mailto:${email}`} underline="always">
            {email}
          </Anchor>
        </div>
      )}
      {phone && <div>{phone}</div>}
    </>
  );
}

/** Whom to talk to: the organisation's own contact, then those whom projects name. */
export function Contacts({ contact, contacts }: Pick<Partner, 'contact' | 'contacts'>) {
  if (!contact && contacts.length === 0) return <p className={classes.quiet}>Sin contactos registrados.</p>;
  return (
    <ul className={classes.contacts}>
      {contact && (
        <li>
          <strong>{contact.name || 'Sin nombre'}</strong>
          <Ways {...contact} />
          <small>Contacto de la organización</small>
        </li>
      )}
      {contacts.map(person => (
        <li key={`${person.name}/${person.email}/${person.phone}`}>
          <strong>{person.name || 'Sin nombre'}</strong>
          <Ways {...person} />
          <small>
            En{' '}
            <TextLink href={paths.project(person.project.kind, person.project.id)} underline="always">
              {person.project.code}
            </TextLink>
          </small>
        </li>
      ))}
    </ul>
  );
}
