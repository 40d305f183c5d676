import { AGREEMENT_KINDS, AGREEMENT_STATES } from '../catalogues/agreements.ts';
import { ORGANISATION_TYPES } from '../catalogues/organisations.ts';
import { PARTNER_ROLES } from '../sections/partner-roles.ts';
import { type Register, WHOLE } from './column.ts';
import { REGISTER_TITLES } from './names.ts';
import { PROJECT_COLUMNS } from './project.ts';

export const partners = {
  title: REGISTER_TITLES.partners,
  about:
    'Con qué organizaciones se hace cada proyecto, qué se comprometieron a hacer y qué convenios hay con ellas.',
  scopes: WHOLE,
  tables: {
    partners: {
      title: 'Socios',
      row: 'Una fila por proyecto y organización socia',
      columns: {
        ...PROJECT_COLUMNS,
        socio: { meaning: 'Organización, con el nombre de hoy' },
        rut: { meaning: 'RUT de la organización', readers: 'office' },
        tipo_de_socio: { meaning: 'Tipo de organización', options: ORGANISATION_TYPES },
        comuna_del_socio: { meaning: 'Comuna de la organización' },
        rol: { meaning: 'Rol en el proyecto', options: PARTNER_ROLES },
        compromiso: { meaning: 'Qué aporta o hace' },
      },
    },
    agreements: {
      title: 'Convenios',
      row: 'Una fila por convenio con un socio de estos proyectos',
      columns: {
        numero: { meaning: 'Número del convenio' },
        organizacion: { meaning: 'Organización con la que se firmó' },
        clase: { meaning: 'Clase de convenio', options: AGREEMENT_KINDS },
        asunto: { meaning: 'De qué trata' },
        escuela: { meaning: 'Escuela que lo lleva' },
        firmado: { meaning: 'Fecha de la firma', type: 'day' },
        inicio: { meaning: 'Desde cuándo rige', type: 'day' },
        termino: { meaning: 'Hasta cuándo rige; vacío si no termina', type: 'day' },
        estado: { meaning: 'Si rige el día en que se preparó el registro', options: AGREEMENT_STATES },
        archivos: { meaning: 'Archivos del convenio', type: 'number' },
        proyectos: { meaning: 'Proyectos de este registro con esa organización', type: 'number' },
      },
    },
  },
} as const satisfies Register;
