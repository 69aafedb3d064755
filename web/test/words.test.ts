import { describe, expect, it } from 'vitest';
import { readCatalogues, readPo, sentences } from '../scripts/po.mjs';
import { check, collect } from '../scripts/words.mjs';

describe('French', () => {
  it('is complete, and nothing is left over', () => {
    expect(check(collect(), readCatalogues('../po/fr'))).toEqual([]);
  });
  it('notices what is missing, unused, fuzzy, empty or has other gaps', () => {
    const parts = {
      web: new Map([
        ['one {0}', ''],
        ['two', ''],
      ]),
    };
    const po = (text: string) => ({ web: readPo(text) });
    const good = 'msgid "one {0}"\nmsgstr "un {0}"\n\nmsgid "two"\nmsgstr "deux"\n';
    expect(check(parts, po(good))).toEqual([]);
    expect(check(parts, po('msgid "two"\nmsgstr "deux"\n'))[0]).toContain('missing');
    expect(check(parts, po(good + '\nmsgid "three"\nmsgstr "trois"\n'))[0]).toContain('unused');
    expect(check(parts, po(good.replace('msgid "two"', '#, fuzzy\nmsgid "two"')))[0]).toContain('fuzzy');
    expect(check(parts, po(good.replace('"deux"', '""')))[0]).toContain('untranslated');
    expect(check(parts, po(good.replace('un {0}', 'un {1}')))[0]).toContain('placeholders');
  });
  it('reads sentences from sources', () => {
    expect(sentences("{t('a')} {tn('one', 'many', n)} // t('no')\n<!-- t('no') --> at('no') t(\"it's\")")).toEqual([
      { id: 'a', many: '' },
      { id: 'one', many: 'many' },
      { id: "it's", many: '' },
    ]);
  });
});
