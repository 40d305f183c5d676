import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  readWhole,
  refusal,
  relations,
  sheetXml as sheet,
  type WorkbookParts,
  workbookOf,
} from '../../../../test/workbooks.ts';

/** Lines and cells of a book. */
const rowsOf = async (bytes: Buffer) => (await readWhole(bytes)).rows;
const read = async (rows: string, parts: WorkbookParts = {}) =>
  rowsOf(await workbookOf({ 'xl/worksheets/sheet1.xml': sheet(rows), ...parts }));

test('shared strings, plain, of many formats, with signs and with what XML cannot hold', async () => {
  const strings =
    '<sst><si><t>Código</t></si><si><r><t>Salud </t></r><r><rPr><b/></rPr><t xml:space="preserve">y bienestar</t></r></si>' +
    '<si><t>Artes &amp; oficios &lt;1&gt; &#241;&#xF1;</t></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>' +
    '<si/><si><t>dos_x000A_líneas _x005F_x0041_</t></si><si><t><![CDATA[<b>]]></t></si></sst>';
  const cells = [0, 1, 2, 3, 4, 5, 6].map(n => `<c t="s"><v>${n}</v></c>`).join('');
  expect(await read(`<row>${cells}</row>`, { 'xl/sharedStrings.xml': strings })).toEqual([
    [1, 'Código', 'Salud y bienestar', 'Artes & oficios <1> ññ', '東京', '', 'dos\nlíneas _x0041_', '<b>'],
  ]);
});

test('strings within cells, formulas as they were last worked out, numbers, yes and no, errors', async () => {
  const rows =
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Dan</t><t>za</t></is></c><c r="B1" t="str"><f>A1&amp;"x"</f><v>Danzax</v></c>' +
    '<c r="C1"><f>1+1</f><v>2</v></c><c r="D1"><f>1+1</f></c><c r="E1" t="b"><v>1</v></c><c r="F1" t="b"><v>0</v></c>' +
    '<c r="G1" t="e"><v>#N/A</v></c><c r="H1"><v>4.5</v></c><c r="I1"><v>0.30000000000000004</v></c><c r="J1"><v>1E3</v></c></row>';
  expect(await read(rows)).toEqual([
    [1, 'Danza', 'Danzax', '2', '', 'Sí', 'No', '', '4.5', '0.30000000000000004', '1000'],
  ]);
});

test('cells and rows that are left out keep the places of the others', async () => {
  const rows =
    '<row r="2"><c r="B2" t="str"><v>b</v></c><c r="D2" t="str"><v>d</v></c><c r="GR2" s="1"/></row>' +
    '<row r="3"/><row r="4"><c r="A4" s="1"/></row><x:row r="7"><x:c t="str"><x:v>a</x:v></x:c><x:c t="str"><x:v>b</x:v></x:c></x:row>' +
    '<row><c t="str"><v> next </v></c></row>';
  expect(await read(rows)).toEqual([
    [2, '', 'b', '', 'd'],
    [7, 'a', 'b'],
    [8, 'next'],
  ]);
});

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-340A]dd\\-mm\\-yyyy;@"/><numFmt numFmtId="165" formatCode="#,##0&quot; de día&quot;"/>' +
  '<numFmt numFmtId="166" formatCode="yyyy/mm/dd hh:mm:ss.000"/><numFmt numFmtId="167" formatCode="0.0 &quot;d&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>' +
  [0, 14, 164, 165, 166, 167, 20].map(id => `<xf numFmtId="${id}"/>`).join('') +
  '</cellXfs><dxfs><dxf><numFmt numFmtId="0" formatCode="dd"/></dxf></dxfs></styleSheet>';
const dated = [0, 1, 2, 3, 4, 5, 6].map(s => `<c s="${s}"><v>43831.75</v></c>`).join('');

test('numbers are days where their format shows days', async () => {
  const rows = `<row>${dated}<c t="d"><v>2019-07-30T00:00:00</v></c><c s="1"><v>-3</v></c></row>`;
  expect(await read(rows, { 'xl/styles.xml': STYLES })).toEqual([
    [
      1,
      '43831.75',
      '2020-01-01',
      '2020-01-01',
      '43831.75',
      '2020-01-01',
      '43831.75',
      '43831.75',
      '2019-07-30',
      '-3',
    ],
  ]);
});

test('a book that counts its days from 1904', async () => {
  const workbook =
    '<workbook><workbookPr date1904="1"/><sheets><sheet sheetId="1" r:id="rId1"/></sheets></workbook>';
  const rows = '<row><c s="1"><v>42369</v></c><c><v>42369</v></c></row>';
  expect(await read(rows, { 'xl/styles.xml': STYLES, 'xl/workbook.xml': workbook })).toEqual([
    [1, '2020-01-01', '42369'],
  ]);
});

test('the first sheet that people see, wherever it is kept', async () => {
  const bytes = await workbookOf({
    '_rels/.rels': relations(['officeDocument', '/libro/book.xml']),
    'libro/book.xml':
      "<workbook><sheets><sheet name='a > b' r:id='rId1' state='hidden'/><sheet name='c' r:id='rId2'/></sheets></workbook>",
    'libro/_rels/book.xml.rels': relations(['worksheet', 'oculta.xml'], ['worksheet', '../hojas/Una.xml']),
    'libro/oculta.xml': sheet('<row><c><v>1</v></c></row>'),
    'Hojas/una.xml': sheet('<row><c><v>2</v></c></row>'),
  });
  expect(await rowsOf(bytes)).toEqual([[1, '2']]);
});

test('many rows come one by one, cut anywhere in between', async () => {
  const rows = Array.from(
    { length: 3000 },
    (_, n) => `<row r="${n + 1}"><c t="str"><v>Año ${n}</v></c></row>`,
  );
  const found = await read(rows.join('\n'));
  expect(found).toHaveLength(3000);
  expect(found[1234]).toEqual([1235, 'Año 1234']);
});

/** An archive with one part of this name, as programs write it that tell sizes only in the extra field. */
function packed(name: string, bytes: Buffer, { long = false, method = 8 } = {}): Buffer {
  const data = method === 8 ? deflateRawSync(bytes) : bytes;
  const extra = Buffer.alloc(long ? 20 : 0);
  if (long) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(bytes.length), 4);
    extra.writeBigUInt64LE(BigInt(data.length), 12);
  }
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(name.length, 26);
  const listed = Buffer.alloc(46);
  listed.writeUInt32LE(0x02014b50, 0);
  listed.writeUInt16LE(method, 10);
  listed.writeUInt32LE(long ? 0xffffffff : data.length, 20);
  listed.writeUInt32LE(long ? 0xffffffff : bytes.length, 24);
  listed.writeUInt16LE(name.length, 28);
  listed.writeUInt16LE(extra.length, 30);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt32LE(30 + name.length + data.length, 16);
  return Buffer.concat([local, Buffer.from(name), data, listed, Buffer.from(name), extra, end]);
}

test.each([
  ['sizes in the extra field', { long: true }],
  ['no compression', { method: 0 }],
])('an archive with %s is opened', async (_name, options) => {
  const rels = Buffer.from(relations(['officeDocument', 'xl/workbook.xml']));
  // Its relations are read, and then there is no workbook.
  expect((await refusal(rowsOf(packed('_rels/.rels', rels, options)))).words).toMatch(/está dañado/);
  const other = Buffer.from(relations(['somethingElse', 'x']));
  expect((await refusal(rowsOf(packed('_rels/.rels', other, options)))).words).toMatch(/XLSX válida/);
});

test.each([
  ['a sheet cut off', '<worksheet><sheetData><row><c><v>1</v></c></row><row', /XLSX válida/],
  ['a document type', '<!DOCTYPE x [<!ENTITY a "aa">]><worksheet/>', /XLSX válida/],
  ['a row twice', sheet('<row r="3"><c><v>1</v></c></row><row r="3"><c><v>1</v></c></row>'), /XLSX válida/],
  ['a row beyond the last', sheet('<row r="99999999999"><c><v>1</v></c></row>'), /XLSX válida/],
  ['a column beyond the last', sheet('<row><c r="ZZZ1"><v>1</v></c></row>'), /XLSX válida/],
  ['too many columns', sheet('<row><c r="DA1"><v>1</v></c></row>'), /más de 100 columnas/],
  ['a string that is not there', sheet('<row><c t="s"><v>7</v></c></row>'), /XLSX válida/],
  ['a tag without end', `<worksheet a="${'x'.repeat(2_000_000)}`, /XLSX válida/],
  ['a text without end', `<worksheet>${'x'.repeat(2_000_000)}</worksheet>`, /XLSX válida/],
  ['a remark without end', `<worksheet><!--${'x'.repeat(2_000_000)}`, /XLSX válida/],
  ['elements in one another without end', '<a>'.repeat(200_000), /XLSX válida/],
  ['a sheet that is not closed', '<worksheet><sheetData><row><c><v>1</v></c></row>', /XLSX válida/],
  ['text behind the sheet', `${sheet('<row><c><v>1</v></c></row>')} y más`, /XLSX válida/],
  ['nothing', sheet(''), /vacío/],
  ['more than it may unpack to', sheet(`<x>${' '.repeat(1000 * 1000)}</x>`.repeat(70)), 'too_large'],
])('%s is refused in words', async (_name, text, message) => {
  const { code, words } = await refusal(workbookOf({ 'xl/worksheets/sheet1.xml': text }).then(rowsOf));
  expect(`${code}: ${words}`).toMatch(message);
});

test('bytes damaged on the way are told', async () => {
  const bytes = await workbookOf({
    'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(999)),
  });
  bytes.fill(0xff, 60, 120);
  expect((await refusal(rowsOf(bytes))).words).toMatch(/está dañado/);
});
