import type { NameBook } from './names.ts';

/** `written|in Latin letters`: the first is shown, the second makes the email address. */
export const CHINESE: NameBook = {
  family:
    '王|wang 李|li 张|zhang 刘|liu 陈|chen 杨|yang 赵|zhao 黄|huang 周|zhou 吴|wu 徐|xu 孙|sun 胡|hu 朱|zhu 高|gao 林|lin 何|he 郭|guo 马|ma 罗|luo 梁|liang 宋|song 郑|zheng 谢|xie 韩|han 唐|tang 冯|feng 于|yu 董|dong 欧阳|ouyang 司马|sima',
  given:
    '伟|wei 芳|fang 娜|na 敏|min 静|jing 丽|li 强|qiang 磊|lei 洋|yang 艳|yan 勇|yong 军|jun 杰|jie 娟|juan 涛|tao 超|chao 明|ming 秀英|xiuying 雨桐|yutong 子涵|zihan 欣怡|xinyi 梓萱|zixuan 浩然|haoran 思远|siyuan 佳琪|jiaqi 诗涵|shihan 晓东|xiaodong 文静|wenjing 若兰|ruolan 嘉懿|jiayi',
};

export const CHINESE_TRADITIONAL: NameBook = {
  family:
    '陳|chen 林|lin 黃|huang 張|chang 李|lee 王|wang 吳|wu 劉|liu 蔡|tsai 楊|yang 許|hsu 鄭|cheng 謝|hsieh 郭|kuo 洪|hung 邱|chiu 曾|tseng 廖|liao 賴|lai 周|chou 葉|yeh 蘇|su 梁|leung 何|ho 馮|fung',
  given:
    '家豪|chiahao 志明|chihming 俊傑|chunchieh 建宏|chienhung 淑芬|shufen 美玲|meiling 雅婷|yating 怡君|yichun 詩涵|shihhan 宜蓁|yichen 承恩|chengen 宥廷|yuting 品妤|pinyu 子晴|tzuching 曉彤|hiutung 嘉欣|kayan 穎詩|wingsze 家俊|kachun 偉文|waiman 詠琳|winglam',
};

export const JAPANESE: NameBook = {
  family:
    '佐藤|sato 鈴木|suzuki 高橋|takahashi 田中|tanaka 伊藤|ito 渡辺|watanabe 山本|yamamoto 中村|nakamura 小林|kobayashi 加藤|kato 吉田|yoshida 山田|yamada 佐々木|sasaki 山口|yamaguchi 松本|matsumoto 井上|inoue 木村|kimura 林|hayashi 清水|shimizu 斎藤|saito 阿部|abe 森|mori 池田|ikeda 橋本|hashimoto 石川|ishikawa 藤田|fujita',
  given:
    '陽菜|haruna 結衣|yui 美咲|misaki さくら|sakura 葵|aoi 七海|nanami 彩香|ayaka 真由美|mayumi 由美子|yumiko 恵子|keiko 翔太|shota 大輝|daiki 拓海|takumi 健一|kenichi 直樹|naoki 悠斗|yuto 蓮|ren 誠|makoto 浩|hiroshi ひかり|hikari 千尋|chihiro 亮|ryo',
};

export const ARABIC: NameBook = {
  family:
    'المنصوري|almansoori الهاشمي|alhashimi المكتوم|almaktoum الشامسي|alshamsi النعيمي|alnuaimi الكعبي|alkaabi الظاهري|aldhaheri السويدي|alsuwaidi البلوشي|albalushi المزروعي|almazrouei الفلاسي|alfalasi العلي|alali حداد|haddad خوري|khoury منصور|mansour',
  given:
    'محمد|mohammed أحمد|ahmed خالد|khalid سلطان|sultan راشد|rashid عمر|omar يوسف|youssef حمد|hamad فاطمة|fatima مريم|mariam عائشة|aisha نورة|noura شيخة|shaikha ليلى|layla سارة|sara هند|hind ريم|reem لطيفة|latifa',
};
