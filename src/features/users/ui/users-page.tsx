import { Input } from '@mantine/core';
import type { ComponentType } from 'react';
import { isAdmin, ROLE_LABELS, type Role } from '../../../domain/kit/actor.ts';
import { isBlocked, isPending } from '../../../domain/kit/user-states.ts';
import type { ValuesOf } from '../../../web/catalogue/catalogue.ts';
import { CataloguePage } from '../../../web/catalogue/catalogue-page.tsx';
import { SelectField } from '../../../web/form/choices/select-field.tsx';
import { MultiSelectField, TagsField } from '../../../web/form/choices/several-field.tsx';
import { SwitchField, TextField } from '../../../web/form/fields.tsx';
import { paths } from '../../../web/routing/paths.ts';
import { useSessionUser } from '../../../web/storage.ts';
import { SelectFilter } from '../../../web/table/filters.tsx';
import { LinkButton } from '../../../web/ui/link.tsx';
import { Deputations } from '../../deputations/ui/deputations.tsx';
import { PersonHoldings } from '../../holdings/ui/person-holdings.tsx';
import { ImportLink } from '../../imports/ui/import-link.tsx';
import { FacultyFilter, SchoolFilter } from '../../options/ui/filters.tsx';
import { useSmallOptions } from '../../options/ui/option-field.tsx';
import { GIVEN_ROLES, type User, users } from '../contract.ts';
import { Invitation } from './invitation.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { MergeButton } from './merge-dialog.tsx';
import { RoleFilter } from './role-filter.tsx';
import { UnitPeople } from './unit-people.tsx';
import { useUserBulk } from './user-bulk.tsx';
import { OFFICE_COLUMNS } from './user-columns.tsx';
import { PendingPeople, STATE_OPTIONS, StateButton } from './user-state.tsx';

const LABELS = {
  name: 'Nombre',
  email: 'Correo',
  roles: 'Roles',
  schoolIds: 'Dirige escuelas',
  facultyIds: 'Decanato de facultades',
  homeSchoolId: 'Escuela de pertenencia',
  expertise: 'Especialidad',
  state: 'Cuenta',
  invite: 'Invitar por correo',
};

function Fields({ row }: { row: User | null }) {
  return (
    <>
      <TextField name="name" label={LABELS.name} />
      <TextField name="email" type="email" label={LABELS.email} />
      <MultiSelectField
        name="roles"
        label={LABELS.roles}
        options={GIVEN_ROLES.map(role => ({ value: role, label: ROLE_LABELS[role] }))}
        description="Los roles de dirección y decanato se reciben con la unidad a cargo."
      />
      <SelectField
        name="homeSchoolId"
        label={LABELS.homeSchoolId}
        options={useSmallOptions('schools', row?.homeSchool ? [row.homeSchool] : [])}
        searchable
      />
      <MultiSelectField
        name="schoolIds"
        label={LABELS.schoolIds}
        options={useSmallOptions('schools', row?.schools)}
      />
      <MultiSelectField
        name="facultyIds"
        label={LABELS.facultyIds}
        options={useSmallOptions('faculties', row?.faculties)}
      />
      <TagsField
        name="expertise"
        label={LABELS.expertise}
        max={10}
        description="Hasta 10 palabras; sirven para proponer evaluaciones. Termina cada una con Enter."
      />
      {!row && (
        <SwitchField
          name="invite"
          label={LABELS.invite}
          description="Le llega un correo con el enlace para entrar; con su primer ingreso recibe estos roles."
        />
      )}
      {row && <LinkedAccounts user={row} />}
      {row && <Invitation user={row} />}
      {row && <PersonHoldings id={row.id} name={row.name} />}
      {row && (
        <Deputations
          person={row}
          frame={content => (
            <Input.Wrapper label="Subrogancia" labelElement="div">
              {content}
            </Input.Wrapper>
          )}
        />
      )}
    </>
  );
}

const given = new Set<string>(GIVEN_ROLES);
const isGiven = (role: Role): role is (typeof GIVEN_ROLES)[number] => given.has(role);

const valuesOf = (user: User): ValuesOf<typeof users> => ({
  name: user.name,
  email: user.email,
  roles: user.roles.filter(isGiven),
  schoolIds: user.schools.map(school => school.id),
  facultyIds: user.faculties.map(faculty => faculty.id),
  homeSchoolId: user.homeSchool?.id ?? null,
  expertise: user.expertise,
  // Saving whoever waits is what lets them in.
  state: isPending(user) ? 'active' : user.state,
  invite: false,
});

export interface UserSlots {
  /** What is kept about a person, of the room of personal data. */
  readonly PersonalData: ComponentType<{ user: User; done: () => void }>;
}

const GROUPS = [
  { value: 'state', label: 'Cuenta' },
  { value: 'school', label: 'Escuela' },
];

/** The office keeps everybody; whoever heads a unit looks at its people. */
export function UsersPage(slots: UserSlots) {
  const user = useSessionUser();
  return user && isAdmin(user) ? <AllPeople {...slots} /> : <UnitPeople />;
}

function AllPeople({ PersonalData }: UserSlots) {
  return (
    <CataloguePage<User, typeof users>
      noun="user"
      title="Usuarios"
      text={<PendingPeople />}
      words={{ add: 'Nueva persona', create: 'Crear persona', edit: 'Editar persona' }}
      wordsFor={user =>
        isPending(user) ? { edit: `Habilitar a ${user.name}`, save: 'Habilitar' } : undefined
      }
      endpoints={users}
      columns={OFFICE_COLUMNS}
      groups={GROUPS}
      filters={
        <>
          <SelectFilter name="state" label="Cuenta" options={STATE_OPTIONS} />
          <RoleFilter />
          <FacultyFilter />
          <SchoolFilter />
        </>
      }
      rowActions={(user, done) => (
        <>
          <StateButton user={user} done={done} />
          {!user.anonymised && <MergeButton user={user} done={done} />}
          <PersonalData user={user} done={done} />
          {!user.anonymised && (
            <LinkButton variant="subtle" href={paths.dossier({ person: user.id })}>
              Portafolio
            </LinkButton>
          )}
        </>
      )}
      bulk={useUserBulk()}
      tone={user => (isPending(user) ? 'mine' : isBlocked(user) ? 'dimmed' : undefined)}
      actions={<ImportLink noun="users">Importar personas</ImportLink>}
      empty={{ title: 'Todavía no hay personas', text: 'Crea la primera: podrá entrar con ese correo.' }}
      initial={{
        name: '',
        email: '',
        roles: ['Academic'],
        schoolIds: [],
        facultyIds: [],
        homeSchoolId: null,
        expertise: [],
        state: 'active',
        invite: true,
      }}
      valuesOf={valuesOf}
      nameOf={user => user.name}
      labels={LABELS}
      fields={row => <Fields row={row} />}
    />
  );
}
