-- Personal data: requests of persons with their clock, incidents, the register of what is done with data.

-- Numbers of each year, taken in the transaction that writes: none is left out.
create table privacy_numbers (
  series text not null check (series in ('request', 'incident')),
  year integer not null check (year between 2000 and 9999),
  last integer not null check (last >= 0),
  primary key (series, year)
);

create table data_requests (
  id uuid primary key default new_id(),
  year integer not null check (year between 2000 and 9999),
  number integer not null check (number > 0),
  code text not null generated always as ('SD-' || year || '-' || lpad(number::text, 4, '0')) stored,
  data_right text not null
    check (data_right in ('access', 'rectification', 'deletion', 'objection', 'portability', 'blocking')),
  -- Whose data, where they have an account.
  user_id uuid references users (id),
  name text not null check (length(name) between 2 and 200),
  -- In small letters; where who has no account is answered.
  email text not null default '' check (length(email) <= 254),
  document text not null default '' check (length(document) <= 40),
  details text not null check (length(details) between 10 and 4000),
  channel text not null check (channel in ('application', 'mail', 'paper', 'in_person', 'other')),
  received_on date not null,
  state text not null default 'open' check (state in ('open', 'answered', 'withdrawn')),
  -- The one extension the law allows.
  extended_at timestamptz,
  extension_reason text not null default '' check (length(extension_reason) <= 1000),
  identity text not null default '' check (length(identity) <= 500),
  outcome text check (outcome in ('granted', 'partly', 'refused')),
  answer text not null default '' check (length(answer) <= 4000),
  -- When it was answered or given up, and by whom.
  settled_at timestamptz,
  settled_by uuid references users (id),
  created_at timestamptz not null default now(),
  created_by uuid not null references users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (
    plain(name || ' ' || email || ' ' || document || ' SD-' || year || '-' || lpad(number::text, 4, '0'))) stored,
  unique (year, number),
  check ((channel = 'application') <= (user_id is not null)),
  check ((extended_at is null) = (extension_reason = '')),
  -- What the person is told; of one that was given up, how the office knows.
  check ((state = 'answered') = (outcome is not null) and (state = 'open') <= (answer = '')
    and (state = 'answered') <= (answer <> '')),
  check ((state = 'open') = (settled_at is null) and (state = 'open') = (settled_by is null))
);
-- Of one right somebody has one open request: asking twice asks once.
create unique index data_requests_own on data_requests (user_id, data_right) where state = 'open' and user_id is not null;
create index data_requests_open on data_requests (received_on, id) where state = 'open';
create index data_requests_received on data_requests (received_on, id);
create index data_requests_updated on data_requests (updated_at, id);
create index data_requests_name on data_requests (plain(name), id);
create index data_requests_user on data_requests (user_id) where user_id is not null;
create index data_requests_settled_by on data_requests (settled_by) where settled_by is not null;
create index data_requests_created_by on data_requests (created_by);
create index data_requests_updated_by on data_requests (updated_by);
create index data_requests_search on data_requests using gin (search gin_trgm_ops);

-- Last day of a request; the twin of `dueOfRequest`.
create function data_request_due(received_on date, is_extended boolean, clock_from date) returns date
  language sql immutable parallel safe
  as $$ select greatest(received_on, clock_from) + 30 + case when is_extended then 30 else 0 end $$;

-- It is reminded of as other turns are.
alter table turn_reminders drop constraint turn_reminders_turn_check,
  add constraint turn_reminders_turn_check check (
    turn in ('change', 'appeal', 'question', 'action_item', 'measurement', 'statement', 'refund', 'report', 'data_request'));

-- What happened to data it should not have happened to. It is a register: nothing of it is ever deleted.
create table data_incidents (
  id uuid primary key default new_id(),
  year integer not null check (year between 2000 and 9999),
  number integer not null check (number > 0),
  code text not null generated always as ('ID-' || year || '-' || lpad(number::text, 4, '0')) stored,
  title text not null check (length(title) between 3 and 200),
  detected_on date not null,
  happened_on date check (happened_on <= detected_on),
  natures text[] not null check (
    cardinality(natures) > 0 and natures <@ array['confidentiality', 'integrity', 'availability']),
  description text not null check (length(description) between 10 and 4000),
  data_concerned text not null check (length(data_concerned) between 3 and 2000),
  special text[] not null default '{}' check (special <@ array['sensitive', 'minors', 'financial']),
  people integer check (people >= 0),
  effects text not null default '' check (length(effects) <= 2000),
  measures text not null default '' check (length(measures) <= 4000),
  risk text not null check (risk in ('unknown', 'none', 'some')),
  agency_told_on date,
  agency_reference text not null default '' check (length(agency_reference) <= 200),
  people_told_on date,
  people_told_how text not null default '' check (length(people_told_how) <= 1000),
  why_not_told text not null default '' check (length(why_not_told) <= 2000),
  closed_at timestamptz,
  closed_by uuid references users (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (
    plain(title || ' ID-' || year || '-' || lpad(number::text, 4, '0'))) stored,
  unique (year, number),
  check ((closed_at is null) = (closed_by is null))
);
create index data_incidents_detected on data_incidents (detected_on, id);
create index data_incidents_updated on data_incidents (updated_at, id);
create index data_incidents_open on data_incidents (detected_on, id) where closed_at is null;
create index data_incidents_closed_by on data_incidents (closed_by) where closed_by is not null;
create index data_incidents_updated_by on data_incidents (updated_by);
create index data_incidents_search on data_incidents using gin (search gin_trgm_ops);

-- What is done with data of persons, for what and on which ground. Those of the application itself have a key by which
-- it knows how many people they concern and how long it keeps them; the office adds its own.
create table processing_activities (
  id uuid primary key default new_id(),
  key text unique check (length(key) between 1 and 40),
  name text not null check (length(name) between 1 and 200),
  purpose text not null check (length(purpose) between 1 and 2000),
  legal_basis text not null check (length(legal_basis) between 1 and 1000),
  -- Of whom, and which data of them.
  people text not null check (length(people) between 1 and 1000),
  data text not null check (length(data) between 1 and 2000),
  source text not null default '' check (length(source) <= 1000),
  -- To whom they are given, in Chile and abroad.
  recipients text not null default '' check (length(recipients) <= 1000),
  transfers text not null default '' check (length(transfers) <= 1000),
  -- How long, in words; of the application's own what it really does is shown beside it.
  kept text not null default '' check (length(kept) <= 1000),
  security text not null default '' check (length(security) <= 2000),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid references users (id),
  search text not null generated always as (plain(name)) stored,
  check (active or key is null)
);
create unique index processing_activities_name on processing_activities (plain(name));
create index processing_activities_updated on processing_activities (updated_at, id);
create index processing_activities_updated_by on processing_activities (updated_by);

-- Somebody on a list whose name was forgotten: still counted, and told apart from others by a key that nobody can make
-- again of what identified them.
alter table attendances
  drop constraint attendances_identifier_kind_check,
  add constraint attendances_identifier_kind_check
    check (identifier_kind in ('rut', 'foreign', 'email', 'none', 'forgotten')),
  drop constraint attendances_check,
  add constraint attendances_check check ((identifier_kind in ('none', 'forgotten')) = (identifier = ''));

-- Who wants no mails that nobody has to send: surveys, and certificates to who has no account. Whoever erases what is
-- known of a person leaves this, as it is what makes the objection hold.
create table contact_objections (
  email text primary key check (email = lower(email) and length(email) between 3 and 254),
  noted_at timestamptz not null default now(),
  -- Null: the person themselves, from a survey they were asked to answer.
  noted_by uuid references users (id)
);
create index contact_objections_noted on contact_objections (noted_at, email);
create index contact_objections_noted_by on contact_objections (noted_by) where noted_by is not null;
create index contact_objections_search on contact_objections using gin (plain(email) gin_trgm_ops);

create function objects_to_mail(address text) returns boolean
  language sql stable parallel safe
  as $$ select exists (select from contact_objections o where o.email = lower(address)) $$;

insert into settings (key, value)
select 'dataRequests', '{"clockFrom": "2026-12-01", "contact": ""}' where exists (select from settings);

-- Words of a name, as a person without an account is looked for by them.
create function name_words(name text) returns text[] language sql immutable parallel safe strict as $$
  select array_remove(regexp_split_to_array(public.plain(name), '[^[:alnum:]]+'), '')
$$;
-- Such a person is looked for by what they give, in whatever may name them.
create index attendances_identifier on attendances (identifier, identifier_kind) where identifier <> '';
create index wave_invitations_email on wave_invitations (lower(email));
create index certificates_holder on certificates (holder) where user_id is null;
create index certificates_document on certificates ((content ->> 'document')) where user_id is null;
create index certificates_email on certificates (email) where email <> '';
create index mails_accountless on mails (lower(address)) where user_id is null;
create index vouchers_supplier on vouchers (supplier_key) where supplier_key <> '';
create index organisations_contact on organisations (lower(contact_email)) where contact_email is not null;

-- The first notice of a new installation tells what is done today; one that people have accepted stays as they did.
update privacy_notices set body = 'Quién responde por tus datos: la oficina de Vinculación con el Medio de esta institución. Este aviso dice qué datos tuyos se guardan en esta plataforma, para qué, por cuánto tiempo y qué puedes pedir, según la Ley 19.628 sobre protección de los datos personales.

Si tienes una cuenta: guardamos tu nombre, correo, roles, unidad y especialidad, para reconocerte y saber qué puedes ver y hacer. Guardamos también tus sesiones y qué cambiaste y cuándo, para cuidar la seguridad, y los avisos y correos que te enviamos, para comprobar que llegaron.

Si participas en un proyecto, lo diriges, lo decides o lo evalúas: guardamos tu nombre, tu rol y lo que haces en él (propuestas, informes, gastos, evaluaciones, archivos y fotos), para gestionar el proyecto, rendir sus fondos y acreditar el trabajo. Si eres proveedor, guardamos lo que dicen los comprobantes: tu nombre, tu RUT y los montos.

Si asistes a una actividad: pedimos tu nombre, tu RUT, otro documento o tu correo, y el grupo al que perteneces, para registrar que participaste, contar a las personas sin repetirlas y, si corresponde, darte un certificado. Se te anota solo si aceptas este aviso.

Si respondes una encuesta: responder es voluntario. Para invitarte guardamos tu nombre y tu correo. En una encuesta anónima no se guarda nada que diga de quién es cada respuesta. En una con nombre, quien la hace ve tus respuestas con tu nombre, y el formulario te lo advierte antes.

Si recibes un certificado: guardamos tu nombre, en qué participaste y cuándo. Quien tenga el código de tu certificado puede comprobar en una página pública que es auténtico y ver lo que dice. No hay un listado público de certificados.

Si eres contacto de una organización: guardamos tu nombre, correo y teléfono, para coordinar proyectos y convenios.

Páginas públicas: tu nombre aparece en la página de un proyecto que diriges solo si lo permites, y las fotos en que se reconoce a personas, solo con su autorización. El permiso se retira cuando quieras, y deja de mostrarse de inmediato.

Datos sensibles: de grupos como pueblos originarios o personas con discapacidad solo anotamos cantidades por actividad, nunca en la ficha de una persona.

Menores de edad: a quien tiene menos de 14 años no le pedimos datos. Se le cuenta sin nombre, o su madre, su padre o su tutor autoriza que se le anote.

Por qué podemos usarlos: porque lo aceptas, en las listas de asistencia y en las páginas públicas; por tu contrato o tu participación en un proyecto; por obligaciones legales, como rendir fondos; y por el interés de la institución en hacer, evaluar y acreditar su trabajo con la comunidad.

Cuánto tiempo: las listas de asistencia, las invitaciones a encuestas y las respuestas con nombre se eliminan cuando se cumple el plazo que fija la institución desde el término del proyecto o el cierre de la encuesta; después quedan solo cantidades. Los correos, los avisos leídos, las sesiones y las direcciones de red se eliminan también en plazos fijos. Lo que prueba qué se hizo y se decidió en un proyecto, y los certificados, se conservan con él.

A quién se entregan: a nadie fuera de la institución, salvo lo que ve quien comprueba un certificado o visita una página pública, y lo que un organismo que fiscaliza o acredita pide según la ley. No los vendemos ni los usamos para publicidad.

Tus derechos: puedes pedir acceso a tus datos, que se rectifiquen, que se supriman, oponerte a su uso, recibirlos en un archivo para llevarlos a otra parte (portabilidad) o que se bloqueen mientras se decide otra solicitud. También puedes retirar tu consentimiento. Es gratis, y te respondemos en treinta días corridos, que se pueden extender una vez por otros treinta.

Cómo pedirlo: si tienes una cuenta, desde tu perfil. Si no, escribiendo a la oficina desde tu correo o presentando un documento, para saber que eres tú.

Si no te respondemos o no estás de acuerdo con la respuesta, puedes reclamar ante la Agencia de Protección de Datos Personales.'
where version = 1 and not exists (select from users) and not exists (select from attendances);
