import fc from 'fast-check';
import { expect, it } from 'vitest';
import { catalogueCode } from './catalogue.ts';
import { guessOrganisationType } from './organisation-types.ts';
import { ORGANISATION_TYPES } from './organisations.ts';
import { shortCode } from './short-codes.ts';

it.each([
  ['Escuela de Enfermería', 'ENFE'],
  ['ENFERMERIA', 'ENFE'],
  ['Facultad de Derecho', 'DERE'],
  ['Escuela de Niñez', 'NINE'],
  ['Arte', 'ARTE'],
  ['Escuela de Mar', 'MAR'],
  ['Trabajo Social', 'TRASOC'],
  ['Departamento de Química y Física', 'QUIFIS'],
  ['Ñuble Norte', 'NUBNOR'],
  ['Facultad de Ciencias de la Salud', 'CIESAL'],
  ['Escuela de Ciencias Químicas y Ambientales', 'CQA'],
  ['Facultad de Ingeniería, Arquitectura y Diseño', 'IAD'],
  [
    'Dirección de Vinculación con el Medio, Extensión, Cultura, Deportes, Egresados y Comunicaciones',
    'VMECDE',
  ],
  ['Administración y Comercio', 'ADMCOM'],
  ['Escuela', 'ESCU'],
  ['Centro de la Unidad', 'CENUNI'],
  ["O'Higgins", 'OHIG'],
  ['2025', 'UNID'],
  ['', 'UNID'],
])('the short code of %j is %s', (name, code) => {
  expect(shortCode(name)).toBe(code);
});

it('a short code is one that a catalogue takes, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), name => {
      const code = shortCode(name);
      expect(code).toMatch(/^[A-Z]{1,6}$/);
      expect(catalogueCode.parse(code)).toBe(code);
    }),
  );
});

it.each([
  ['Ilustre Municipalidad de Tomé', 'sector_publico'],
  ['I. Municipalidad de Lota', 'sector_publico'],
  ['SEREMI de Salud del Biobío', 'sector_publico'],
  ['Gobierno Regional del Biobío', 'sector_publico'],
  ['Servicio de Salud Talcahuano', 'sector_publico'],
  ['Dirección de Obras Portuarias', 'sector_publico'],
  ['Escuela D-475 Los Cóndores', 'educacional'],
  ['LICEO ENRIQUE MOLINA', 'educacional'],
  ['Jardín infantil Rayito de Sol', 'educacional'],
  ['Sala cuna Las Abejitas', 'educacional'],
  ['Junta de Vecinos N.º 14 Los Cóndores', 'organizacion_social'],
  ['Unión comunal de juntas de vecinos', 'organizacion_social'],
  ['Centro de Madres Santa Rosa', 'organizacion_social'],
  ['Club deportivo Liceo de Hombres', 'organizacion_social'],
  ['Comunidad Mapuche Lafkenche', 'organizacion_social'],
  ['Fundación Integra', 'ong'],
  ['ONG Cordillera', 'ong'],
  ['Hospital Guillermo Grant Benavente', 'salud'],
  ['CESFAM Tucapel', 'salud'],
  ['Posta de Salud Rural Laraquete', 'salud'],
  ['Museo de Historia Natural', 'cultura'],
  ['Centro Cultural La Huella', 'cultura'],
  ['Corporación Cultural de Talcahuano', 'cultura'],
  ['Algas del Golfo SpA', 'empresa'],
  ['Colegio San José Ltda.', 'empresa'],
  ['Forestal Arauco S.A.', 'empresa'],
  ['Panadería El Sol E.I.R.L.', 'empresa'],
  ['Viña Itata', 'empresa'],
  ['Amigas del Bordado', 'organizacion_social'],
  ['', 'organizacion_social'],
])('%s is %s', (name, type) => {
  expect(guessOrganisationType(name)).toBe(type);
  expect(ORGANISATION_TYPES.map(({ value }) => value)).toContain(type);
});
