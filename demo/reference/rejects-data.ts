import type { Seven } from './seven.ts';

/** Why a shop refuses what came back. */
export const STORE_REJECTS: readonly Seven[] = [
  [
    'Fault not repaired',
    '问题未修复',
    '問題未修復',
    'Défaut non réparé',
    'Defecto sin reparar',
    '不具合が直っていない',
    'لم يُصلح العيب',
  ],
  ['New damage', '出现新的损伤', '出現新的損傷', 'Nouveau dommage', 'Daño nuevo', '新たな損傷', 'تلف جديد'],
  ['Wrong piece', '货品不符', '貨品不符', 'Mauvaise pièce', 'Pieza equivocada', '別の商品', 'قطعة خاطئة'],
  ['Wrong size', '尺寸有误', '尺寸有誤', 'Mauvaise taille', 'Talla equivocada', 'サイズ違い', 'مقاس خاطئ'],
  [
    'Finish not up to standard',
    '表面处理未达标',
    '表面處理未達標',
    'Finition insuffisante',
    'Acabado insuficiente',
    '仕上げが基準に満たない',
    'التشطيب دون المستوى',
  ],
  ['Part missing', '缺少配件', '缺少配件', 'Élément manquant', 'Falta una parte', '部品の不足', 'جزء ناقص'],
];

/** Why the factory refuses a piece. */
export const OPERATION_REJECTS: readonly Seven[] = [
  ['Beyond repair', '无法修复', '無法修復', 'Irréparable', 'Irreparable', '修理不能', 'غير قابل للإصلاح'],
  [
    'Not our piece',
    '非本品牌货品',
    '非本品牌貨品',
    'Pièce d’une autre maison',
    'No es pieza nuestra',
    '自社製品ではない',
    'ليست من قطعنا',
  ],
  ['Counterfeit', '仿冒品', '仿冒品', 'Contrefaçon', 'Falsificación', '模倣品', 'قطعة مقلدة'],
  [
    'Altered by another jeweller',
    '曾由他人改动',
    '曾由他人改動',
    'Modifiée par un tiers',
    'Modificada por otro joyero',
    '他店での加工あり',
    'عُدّلت لدى صائغ آخر',
  ],
  [
    'Customer declined the fee',
    '客人不接受费用',
    '客人不接受費用',
    'Devis refusé par le client',
    'El cliente rechaza el importe',
    'お客様が費用に不同意',
    'رفض العميل الرسوم',
  ],
  [
    'Part no longer made',
    '部件已停产',
    '零件已停產',
    'Pièce plus fabriquée',
    'Recambio descatalogado',
    '部品の生産終了',
    'الجزء لم يعد يُنتج',
  ],
];
