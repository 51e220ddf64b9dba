import type { Seven } from './seven.ts';

/** What the workshop does about a fault, and what it costs in euro cents out of warranty. */
export interface Treatment {
  readonly euroCents: number;
  readonly text: Seven;
}

export const TREATMENTS = {
  solder: {
    euroCents: 6500,
    text: [
      'Solder and refinish the break.',
      '焊接断裂处并重新修整。',
      '焊接斷裂處並重新修整。',
      'Souder la rupture et reprendre la finition.',
      'Soldar la rotura y rehacer el acabado.',
      '破損部をろう付けし、仕上げ直します。',
      'لحام موضع الكسر وإعادة التشطيب.',
    ],
  },
  replacePart: {
    euroCents: 9000,
    text: [
      'Replace the part with an original one.',
      '更换原厂部件。',
      '更換原廠零件。',
      'Remplacer la pièce par une pièce d’origine.',
      'Sustituir la pieza por una original.',
      '純正部品に交換します。',
      'استبدال القطعة بأخرى أصلية.',
    ],
  },
  resetStone: {
    euroCents: 8000,
    text: [
      'Reset the stone and tighten the claws.',
      '重新镶嵌宝石并收紧镶爪。',
      '重新鑲嵌寶石並收緊鑲爪。',
      'Ressertir la pierre et resserrer les griffes.',
      'Volver a engastar la piedra y apretar las garras.',
      '石を留め直し、爪を締めます。',
      'إعادة تثبيت الحجر وشد المخالب.',
    ],
  },
  newStone: {
    euroCents: 18000,
    text: [
      'Match and set a new stone.',
      '配选并镶嵌新宝石。',
      '配選並鑲嵌新寶石。',
      'Assortir et sertir une nouvelle pierre.',
      'Buscar a juego y engastar una piedra nueva.',
      '同等の石を選び、新たに留めます。',
      'اختيار حجر مطابق وتركيبه.',
    ],
  },
  polish: {
    euroCents: 4500,
    text: [
      'Polish and clean.',
      '抛光并清洗。',
      '拋光並清洗。',
      'Polir et nettoyer.',
      'Pulir y limpiar.',
      '研磨し、洗浄します。',
      'تلميع وتنظيف.',
    ],
  },
  replate: {
    euroCents: 7000,
    text: [
      'Strip and plate again.',
      '退镀后重新电镀。',
      '退鍍後重新電鍍。',
      'Déplaquer puis replaquer.',
      'Retirar el baño y volver a bañar.',
      'めっきを剥離し、再めっきします。',
      'إزالة الطلاء وإعادته.',
    ],
  },
  resize: {
    euroCents: 5500,
    text: [
      'Change the size.',
      '改圈或改长度。',
      '改圍或改長度。',
      'Mettre à taille.',
      'Cambiar la talla.',
      'サイズを直します。',
      'تعديل المقاس.',
    ],
  },
  reshape: {
    euroCents: 5000,
    text: [
      'Bring back into shape.',
      '整形复原。',
      '整形復原。',
      'Remettre en forme.',
      'Devolver la forma.',
      '形を整えます。',
      'إعادة تشكيل القطعة.',
    ],
  },
  restring: {
    euroCents: 6000,
    text: [
      'Restring with knots.',
      '重新打结穿线。',
      '重新打結穿線。',
      'Réenfiler avec nœuds.',
      'Volver a enhebrar con nudos.',
      '結びを入れて糸替えします。',
      'إعادة النظم مع العقد.',
    ],
  },
  engrave: {
    euroCents: 4000,
    text: [
      'Engrave by hand or laser.',
      '手工或激光刻字。',
      '手工或雷射刻字。',
      'Graver à la main ou au laser.',
      'Grabar a mano o con láser.',
      '手彫りまたはレーザーで刻印します。',
      'نقش يدوي أو بالليزر.',
    ],
  },
  inspect: {
    euroCents: 2500,
    text: [
      'Examine first, then decide.',
      '先检验，再定处理方式。',
      '先檢驗，再定處理方式。',
      'Examiner d’abord, décider ensuite.',
      'Examinar primero y decidir después.',
      'まず検査し、対応を決めます。',
      'الفحص أولًا ثم اتخاذ القرار.',
    ],
  },
} as const satisfies Record<string, Treatment>;

export type TreatmentName = keyof typeof TREATMENTS;
