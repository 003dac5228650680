<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Core</name>
    <message>
        <source> (may be left out)</source>
        <translation> (darf fehlen)</translation>
    </message>
    <message>
        <source> (spread over {}×{})</source>
        <translation> (ausgedehnt auf {}×{})</translation>
    </message>
    <message>
        <source> ({} instead of {})</source>
        <translation> ({} statt {})</translation>
    </message>
    <message>
        <source> ({} is {} instead of {})</source>
        <translation> ({} ist {} statt {})</translation>
    </message>
    <message>
        <source> ({} with dilation)</source>
        <translation> ({} mit Dilatation)</translation>
    </message>
    <message>
        <source> ({} with padding)</source>
        <translation> ({} mit Auffüllung)</translation>
    </message>
    <message>
        <source> The first reason: {}</source>
        <translation> Der erste Grund: {}</translation>
    </message>
    <message>
        <source> after its transforms</source>
        <translation> nach ihren Transformationen</translation>
    </message>
    <message>
        <source> after the Input layer's transforms</source>
        <translation> nach den Transformationen der Eingabeschicht</translation>
    </message>
    <message>
        <source> and the class what stands before the number in a name ({})</source>
        <translation> und die Klasse das, was im Namen vor der Zahl steht ({})</translation>
    </message>
    <message>
        <source> and {} more</source>
        <translation> und {} weitere</translation>
    </message>
    <message>
        <source> behind {} {}</source>
        <translation> hinter {} {}</translation>
    </message>
    <message>
        <source> by {}</source>
        <translation> um {}</translation>
    </message>
    <message>
        <source> edge differs</source>
        <translation> Kante ist anders</translation>
    </message>
    <message>
        <source> edges differ</source>
        <translation> Kanten sind anders</translation>
    </message>
    <message>
        <source> that were looked at</source>
        <translation> angesehen</translation>
    </message>
    <message>
        <source> with another image each</source>
        <translation> mit je einem anderen Bild</translation>
    </message>
    <message>
        <source> with any of {} labels each</source>
        <translation> mit beliebig vielen von {} Labels</translation>
    </message>
    <message>
        <source> with as many files, so that they may be variants of the same files, of which only one should be used, or where files come from</source>
        <translation> mit ebenso vielen Dateien, also können es Varianten derselben Dateien sein, von denen nur eine verwendet werden sollte, oder Angaben zur Herkunft der Dateien</translation>
    </message>
    <message>
        <source> with boxes of {} classes</source>
        <translation> mit Rahmen von {} Klassen</translation>
    </message>
    <message>
        <source> with masks of {} classes</source>
        <translation> mit Masken von {} Klassen</translation>
    </message>
    <message>
        <source> with names of pixels</source>
        <translation> mit Namen von Pixeln</translation>
    </message>
    <message>
        <source> with one of {} labels each</source>
        <translation> mit je einem von {} Labels</translation>
    </message>
    <message>
        <source> with rows of {} labels</source>
        <translation> mit Reihen von {} Labels</translation>
    </message>
    <message>
        <source> with {} each</source>
        <translation> mit je {}</translation>
    </message>
    <message>
        <source> without labels</source>
        <translation> ohne Labels</translation>
    </message>
    <message>
        <source> {} left out; the first of them: {}.</source>
        <translation> {} ausgelassen; der erste: {}.</translation>
    </message>
    <message>
        <source> · both ways</source>
        <translation> · beide Richtungen</translation>
    </message>
    <message>
        <source>({}) is not within the layer's {}.</source>
        <translation>({}) liegt nicht innerhalb der Form {} der Schicht.</translation>
    </message>
    <message>
        <source>, and a blank stands between them</source>
        <translation>, und dazwischen steht ein Blank</translation>
    </message>
    <message>
        <source>, and {}</source>
        <translation>, und {}</translation>
    </message>
    <message>
        <source>, and {} of the others that were looked at hold several</source>
        <translation>, und {} der anderen, die angesehen wurden, enthalten mehrere</translation>
    </message>
    <message>
        <source>, and {} of whole images</source>
        <translation>, dazu {} ganzer Bilder</translation>
    </message>
    <message>
        <source>, but it is not the only one</source>
        <translation>, aber nicht nur in dieser</translation>
    </message>
    <message>
        <source>, of bytes divided by 255</source>
        <translation>, aus Bytes geteilt durch 255</translation>
    </message>
    <message>
        <source>, of different sizes</source>
        <translation>, von verschiedener Größe</translation>
    </message>
    <message>
        <source>, of which each is followed by the next</source>
        <translation>, von denen auf jedes das nächste folgt</translation>
    </message>
    <message>
        <source>, so that they are variants of the same files</source>
        <translation>, also sind es Varianten derselben Dateien</translation>
    </message>
    <message>
        <source>, so that they are where files come from rather than what they are</source>
        <translation>, also sind es eher Angaben zur Herkunft der Dateien als zu ihrem Inhalt</translation>
    </message>
    <message>
        <source>, which {} thread{} load</source>
        <translation>, geladen von {} Thread{}</translation>
    </message>
    <message>
        <source>, {} at once</source>
        <translation>, {} auf einmal</translation>
    </message>
    <message>
        <source>, {} not finite</source>
        <translation>, {} nicht endlich</translation>
    </message>
    <message>
        <source>, {} symbols</source>
        <translation>, {} Symbole</translation>
    </message>
    <message>
        <source>. “{}” needs most: {}</source>
        <translation>. „{}“ braucht am meisten: {}</translation>
    </message>
    <message>
        <source>1 folder holds</source>
        <translation>1 Ordner enthält</translation>
    </message>
    <message>
        <source>15 words were expected and {} found</source>
        <translation>15 Wörter wurden erwartet und {} gefunden</translation>
    </message>
    <message>
        <source>5 numbers were expected and {} found</source>
        <translation>5 Zahlen wurden erwartet und {} gefunden</translation>
    </message>
    <message>
        <source>70,000 pictures of clothes (Fashion-MNIST) and LeNet, a small convolutional network: about nine of ten right after a minute.</source>
        <translation>70.000 Bilder von Kleidung (Fashion-MNIST) und LeNet, ein kleines Faltungsnetz: nach einer Minute sind etwa neun von zehn richtig.</translation>
    </message>
    <message>
        <source>8 bits a value, from the darkest to the brightest of each image</source>
        <translation>8 Bits je Wert, vom dunkelsten bis zum hellsten jedes Bildes</translation>
    </message>
    <message>
        <source>8 bits a value, of the window that each file states</source>
        <translation>8 Bits je Wert, im Fenster, das jede Datei angibt</translation>
    </message>
    <message>
        <source>8 bits a value, scaled</source>
        <translation>8 Bits je Wert, skaliert</translation>
    </message>
    <message>
        <source>: mean {} ± {}, from {} to {}, {} % zeros</source>
        <translation>: Mittelwert {} ± {}, von {} bis {}, {} % Nullen</translation>
    </message>
    <message>
        <source>: the step waits for data{}; fewer or simpler transforms, smaller pictures or a faster disk help.</source>
        <translation>: Der Schritt wartet auf Daten{}; weniger oder einfachere Transformationen, kleinere Bilder oder ein schnellerer Datenträger helfen.</translation>
    </message>
    <message>
        <source>: {} are free</source>
        <translation>: {} sind frei</translation>
    </message>
    <message>
        <source>; all others train</source>
        <translation>; alle anderen trainieren</translation>
    </message>
    <message>
        <source>; and {} more</source>
        <translation>; und {} weitere</translation>
    </message>
    <message>
        <source>; drawn at random: {}</source>
        <translation>; zufällig gezogen: {}</translation>
    </message>
    <message>
        <source>; edits in force: {} then, {} now</source>
        <translation>; geltende Änderungen: damals {}, jetzt {}</translation>
    </message>
    <message>
        <source>; files of one speaker stay in one split</source>
        <translation>; Dateien eines Sprechers bleiben in einem Split</translation>
    </message>
    <message>
        <source>; found under another name: {}</source>
        <translation>; unter einem anderen Namen gefunden: {}</translation>
    </message>
    <message>
        <source>; not used: {}</source>
        <translation>; nicht verwendet: {}</translation>
    </message>
    <message>
        <source>; so few folders hardly divide into splits</source>
        <translation>; so wenige Ordner lassen sich kaum auf Splits aufteilen</translation>
    </message>
    <message>
        <source>; the boxes and points are left out</source>
        <translation>; die Rahmen und Punkte sind ausgelassen</translation>
    </message>
    <message>
        <source>; the boxes of the birds are left out</source>
        <translation>; die Rahmen der Vögel sind ausgelassen</translation>
    </message>
    <message>
        <source>; the words join each of some with each of others, such as people and what they do</source>
        <translation>; die Wörter verbinden jedes von einigen mit jedem von anderen, etwa Personen und das, was sie tun</translation>
    </message>
    <message>
        <source>; {} are in neither and left out</source>
        <translation>; {} stehen in keiner davon und sind ausgelassen</translation>
    </message>
    <message>
        <source>; {} can be imported by itself, with the {} that it names</source>
        <translation>; {} lässt sich für sich importieren, ohne {~}, die darin nicht genannt sind</translation>
    </message>
    <message>
        <source>; {} window{} anew</source>
        <translation>; {} Window{} neu</translation>
    </message>
    <message>
        <source>A Slurm script trains or resumes.</source>
        <translation>Ein Slurm-Skript trainiert oder setzt fort.</translation>
    </message>
    <message>
        <source>A batch cannot be computed in {} micro-batches.</source>
        <translation>Ein Batch lässt sich nicht in {} Mikro-Batches berechnen.</translation>
    </message>
    <message>
        <source>A batch has at least one sample, not {}.</source>
        <translation>Ein Batch hat mindestens ein Beispiel, nicht {}.</translation>
    </message>
    <message>
        <source>A batch needs at least one sample.</source>
        <translation>Ein Batch braucht mindestens ein Beispiel.</translation>
    </message>
    <message>
        <source>A batch of {} cannot be divided among {} ranks.</source>
        <translation>Ein Batch von {} lässt sich nicht auf {} Ränge aufteilen.</translation>
    </message>
    <message>
        <source>A batch of {} cannot be divided into {} micro-batches.</source>
        <translation>Ein Batch von {} lässt sich nicht in {} Mikro-Batches aufteilen.</translation>
    </message>
    <message>
        <source>A batch of {} is larger than the {} samples of an epoch.</source>
        <translation>Ein Batch von {} ist größer als die {} Beispiele einer Epoche.</translation>
    </message>
    <message>
        <source>A batch of {} samples is larger than the {} split of {}, which has {}.</source>
        <translation>Ein Batch von {} Beispielen ist größer als der Split {~} von {}, der {} hat.</translation>
    </message>
    <message>
        <source>A block is unfolded before it is built.</source>
        <translation>Ein Block wird entfaltet, bevor er aufgebaut wird.</translation>
    </message>
    <message>
        <source>A block's input is gone once the block has been unfolded.</source>
        <translation>Der Eingang eines Blocks entfällt, sobald der Block entfaltet ist.</translation>
    </message>
    <message>
        <source>A block's input or output belongs to its own sheet.</source>
        <translation>Ein- oder Ausgang eines Blocks gehört auf dessen eigenes Blatt.</translation>
    </message>
    <message>
        <source>A block's input or output stands on the block's own sheet.</source>
        <translation>Ein- oder Ausgang eines Blocks steht auf dem eigenen Blatt des Blocks.</translation>
    </message>
    <message>
        <source>A block's output is gone once the block has been unfolded.</source>
        <translation>Der Ausgang eines Blocks entfällt, sobald der Block entfaltet ist.</translation>
    </message>
    <message>
        <source>A border of {} cannot mirror {} place{}.</source>
        <translation>Ein Rand von {} kann {} Pixel{} nicht spiegeln.</translation>
    </message>
    <message>
        <source>A box has one class, one text and one score.</source>
        <translation>Ein Rahmen hat eine Klasse, einen Text und eine Wertung.</translation>
    </message>
    <message>
        <source>A box needs, across and down, both edges, or one edge and the size, or the centre and the size, or two or more corners.</source>
        <translation>Ein Rahmen braucht in der Breite und in der Höhe beide Kanten, oder eine Kante und die Größe, oder die Mitte und die Größe, oder mindestens zwei Ecken.</translation>
    </message>
    <message>
        <source>A caffemodel holds the weights of a prototxt, not of {}.</source>
        <translation>Ein caffemodel enthält die Gewichte eines prototxt, nicht die von {}.</translation>
    </message>
    <message>
        <source>A channel of one number would always become zero: use Layer norm.</source>
        <translation>Ein Kanal aus einer einzigen Zahl würde immer null: „Schicht-Norm“ verwenden.</translation>
    </message>
    <message>
        <source>A checksum in it is wrong: it is damaged.</source>
        <translation>Eine Prüfsumme darin ist falsch: Die Datei ist beschädigt.</translation>
    </message>
    <message>
        <source>A colon is missing after &quot;{}&quot;.</source>
        <translation>Nach „{}“ fehlt ein Doppelpunkt.</translation>
    </message>
    <message>
        <source>A comma or a {} is missing after this.</source>
        <translation>Danach fehlt ein Komma oder ein {}.</translation>
    </message>
    <message>
        <source>A convolution needs {}, but the {} is {}.</source>
        <translation>Eine Faltung braucht {}, aber „{}“ ist {}.</translation>
    </message>
    <message>
        <source>A cover cannot have {} cells along an axis, only 1 to {}.</source>
        <translation>Eine Abdeckung kann entlang einer Achse nicht {} Zellen haben, nur 1 bis {}.</translation>
    </message>
    <message>
        <source>A data set can have at most {} tags.</source>
        <translation>Ein Datensatz kann höchstens {} Stichworte haben.</translation>
    </message>
    <message>
        <source>A data set has at most {} classes, not {}.</source>
        <translation>Ein Datensatz hat höchstens {} Klassen, nicht {}.</translation>
    </message>
    <message>
        <source>A data set holds at most 4,294,967,295 samples.</source>
        <translation>Ein Datensatz enthält höchstens 4.294.967.295 Beispiele.</translation>
    </message>
    <message>
        <source>A data set needs a name.</source>
        <translation>Ein Datensatz braucht einen Namen.</translation>
    </message>
    <message>
        <source>A dream begins with a picture, and the network takes none.</source>
        <translation>Ein Traum beginnt mit einem Bild, und das Netz nimmt keines.</translation>
    </message>
    <message>
        <source>A dream begins with a picture.</source>
        <translation>Ein Traum beginnt mit einem Bild.</translation>
    </message>
    <message>
        <source>A dream has 1 to {} sizes, each larger by a factor above 1.</source>
        <translation>Ein Traum hat 1 bis {} Größen, jede um einen Faktor über 1 größer.</translation>
    </message>
    <message>
        <source>A folder of such files is no single data set here: import one of them, or put their arrays into one file.</source>
        <translation>Ein Ordner solcher Dateien ist hier kein einzelner Datensatz: eine davon importieren oder ihre Arrays in eine Datei schreiben.</translation>
    </message>
    <message>
        <source>A folder of such files is no single data set here: import one of them, or put their arrays into one file. In Python: f = h5py.File(&quot;a.h5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Then import a.npz.</source>
        <translation>Ein Ordner solcher Dateien ist hier kein einzelner Datensatz: eine davon importieren oder ihre Arrays in eine Datei schreiben. In Python: f = h5py.File(&quot;a.h5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Dann a.npz importieren.</translation>
    </message>
    <message>
        <source>A frame has 16 to 4096 pixels a side and at least one plane.</source>
        <translation>Ein Frame hat 16 bis 4096 Pixel je Seite und mindestens eine Ebene.</translation>
    </message>
    <message>
        <source>A frame lasts 0.01 to 60 seconds.</source>
        <translation>Ein Frame dauert 0,01 bis 60 Sekunden.</translation>
    </message>
    <message>
        <source>A frame lasts 0.01 to 655 s.</source>
        <translation>Ein Frame dauert 0,01 bis 655 s.</translation>
    </message>
    <message>
        <source>A graph that updates its variables cannot consume them.</source>
        <translation>Ein Graph, der seine Variablen ändert, kann sie nicht verbrauchen.</translation>
    </message>
    <message>
        <source>A layer is a group of fields: layer {}.</source>
        <translation>Eine Schicht ist eine Gruppe von Feldern: layer {}.</translation>
    </message>
    <message>
        <source>A layer needs a type, such as type: &quot;Convolution&quot;.</source>
        <translation>Eine Schicht braucht einen Typ, etwa type: &quot;Convolution&quot;.</translation>
    </message>
    <message>
        <source>A loader is measured with at least one thread.</source>
        <translation>Ein Lader wird mit mindestens einem Thread gemessen.</translation>
    </message>
    <message>
        <source>A loader keeps from 1 to {} batches ready, not {}.</source>
        <translation>Ein Lader hält 1 bis {} Batches bereit, nicht {}.</translation>
    </message>
    <message>
        <source>A loader uses from 0 to {} threads, not {}.</source>
        <translation>Ein Lader benutzt 0 bis {} Threads, nicht {}.</translation>
    </message>
    <message>
        <source>A matrix product needs a matrix [M, K] in each sample, but got {}.</source>
        <translation>Ein Matrixprodukt braucht in jedem Beispiel eine Matrix [M, K], erhielt aber {}.</translation>
    </message>
    <message>
        <source>A member has the wrong type: </source>
        <translation>Ein Eintrag hat den falschen Typ: </translation>
    </message>
    <message>
        <source>A mirrored border must be smaller than the image.</source>
        <translation>Ein gespiegelter Rand muss kleiner sein als das Bild.</translation>
    </message>
    <message>
        <source>A name in quotes is missing here.</source>
        <translation>Hier fehlt ein Name in Anführungszeichen.</translation>
    </message>
    <message>
        <source>A neighbourhood of {} has no middle.</source>
        <translation>Eine Umgebung von {} hat keine Mitte.</translation>
    </message>
    <message>
        <source>A network has at most {} blocks.</source>
        <translation>Ein Netz hat höchstens {} Blöcke.</translation>
    </message>
    <message>
        <source>A network has at most {} edges.</source>
        <translation>Ein Netz hat höchstens {} Kanten.</translation>
    </message>
    <message>
        <source>A network has at most {} layers.</source>
        <translation>Ein Netz hat höchstens {} Schichten.</translation>
    </message>
    <message>
        <source>A network has at most {} notes.</source>
        <translation>Ein Netz hat höchstens {} Notizen.</translation>
    </message>
    <message>
        <source>A network has fields `layer {}`; a solver names its network in the field `net`.</source>
        <translation>Ein Netz hat Felder `layer {}`; ein Solver nennt sein Netz im Feld `net`.</translation>
    </message>
    <message>
        <source>A network needs a name.</source>
        <translation>Ein Netz braucht einen Namen.</translation>
    </message>
    <message>
        <source>A node cannot have {} GPUs.</source>
        <translation>Ein Knoten kann nicht {} GPUs haben.</translation>
    </message>
    <message>
        <source>A note is longer than {} bytes.</source>
        <translation>Eine Notiz ist länger als {} Bytes.</translation>
    </message>
    <message>
        <source>A note is too small or too large to be seen.</source>
        <translation>Eine Notiz ist zu klein oder zu groß, um sichtbar zu sein.</translation>
    </message>
    <message>
        <source>A note's colour is from 0 to {}.</source>
        <translation>Die Farbe einer Notiz liegt zwischen 0 und {}.</translation>
    </message>
    <message>
        <source>A padding of {} cannot mirror an extent of {}: the padding must be smaller.</source>
        <translation>Eine Auffüllung von {} kann eine Ausdehnung von {} nicht spiegeln: Die Auffüllung muss kleiner sein.</translation>
    </message>
    <message>
        <source>A padding of {} is not smaller than the window of {}, so a window could see nothing.</source>
        <translation>Eine Auffüllung von {} ist nicht kleiner als das Fenster von {}, ein Fenster könnte also nichts sehen.</translation>
    </message>
    <message>
        <source>A padding of {} is not smaller than the {}×{} window, so a window could see nothing.</source>
        <translation>Eine Auffüllung von {} ist nicht kleiner als das {}×{}-Fenster, ein Fenster könnte also nichts sehen.</translation>
    </message>
    <message>
        <source>A part of the samples is damaged: </source>
        <translation>Ein Teil der Beispiele ist beschädigt: </translation>
    </message>
    <message>
        <source>A part of the samples is damaged: {}.</source>
        <translation>Ein Teil der Beispiele ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>A pass wants the op {}, which is not there.</source>
        <translation>Ein Durchgang verlangt die Op {}, die es nicht gibt.</translation>
    </message>
    <message>
        <source>A pointwise program cannot be read: {}</source>
        <translation>Ein punktweises Programm lässt sich nicht lesen: {}</translation>
    </message>
    <message>
        <source>A pointwise program has 1 to {} inputs, not {}.</source>
        <translation>Ein punktweises Programm hat 1 bis {} Eingaben, nicht {}.</translation>
    </message>
    <message>
        <source>A pointwise program has 1 to {} outputs, not {}.</source>
        <translation>Ein punktweises Programm hat 1 bis {} Ausgaben, nicht {}.</translation>
    </message>
    <message>
        <source>A pointwise program has at most {} instructions, not {}.</source>
        <translation>Ein punktweises Programm hat höchstens {} Befehle, nicht {}.</translation>
    </message>
    <message>
        <source>A pointwise program returns register {}, but has only 0 to {}.</source>
        <translation>Ein punktweises Programm gibt Register {} zurück, hat aber nur 0 bis {}.</translation>
    </message>
    <message>
        <source>A positional encoding</source>
        <translation>Eine Positionskodierung</translation>
    </message>
    <message>
        <source>A preset needs a name of at most 100 letters.</source>
        <translation>Eine Vorlage braucht einen Namen von höchstens 100 Buchstaben.</translation>
    </message>
    <message>
        <source>A project is being opened.</source>
        <translation>Ein Projekt wird gerade geöffnet.</translation>
    </message>
    <message>
        <source>A project needs a name.</source>
        <translation>Ein Projekt braucht einen Namen.</translation>
    </message>
    <message>
        <source>A projection needs at least three samples.</source>
        <translation>Eine Projektion braucht mindestens drei Beispiele.</translation>
    </message>
    <message>
        <source>A projection needs at least two rows of numbers.</source>
        <translation>Eine Projektion braucht mindestens zwei Zahlenreihen.</translation>
    </message>
    <message>
        <source>A projection shows at most 50,000 samples.</source>
        <translation>Eine Projektion zeigt höchstens 50.000 Beispiele.</translation>
    </message>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>A rank is lost.</source>
        <translation>Ein Rang ist verloren gegangen.</translation>
    </message>
    <message>
        <source>A row holds something that is not a number.</source>
        <translation>Eine Zeile enthält etwas, das keine Zahl ist.</translation>
    </message>
    <message>
        <source>A run cannot compute on {} and {} together.</source>
        <translation>Ein Lauf kann nicht auf {} und {} zusammen rechnen.</translation>
    </message>
    <message>
        <source>A run computes on at most {} devices.</source>
        <translation>Ein Lauf rechnet auf höchstens {} Geräten.</translation>
    </message>
    <message>
        <source>A run is already under way.</source>
        <translation>Ein Lauf ist schon im Gang.</translation>
    </message>
    <message>
        <source>A run is under way.</source>
        <translation>Ein Lauf ist im Gang.</translation>
    </message>
    <message>
        <source>A run needs a name.</source>
        <translation>Ein Lauf braucht einen Namen.</translation>
    </message>
    <message>
        <source>A sample cannot hold </source>
        <translation>Ein Beispiel kann Folgendes nicht enthalten: </translation>
    </message>
    <message>
        <source>A sample has other parts than its data set says.</source>
        <translation>Ein Beispiel hat andere Teile, als sein Datensatz angibt.</translation>
    </message>
    <message>
        <source>A sample has the label {} where the data set has {} classes.</source>
        <translation>Ein Beispiel hat das Label {}, wo der Datensatz {} Klassen hat.</translation>
    </message>
    <message>
        <source>A sample has the size {} where the data set has {}.</source>
        <translation>Ein Beispiel hat die Größe {}, wo der Datensatz {} hat.</translation>
    </message>
    <message>
        <source>A sample has {} numbers, and the feature shape has {}.</source>
        <translation>Ein Beispiel hat {} Zahlen, und die Merkmalsform hat {}.</translation>
    </message>
    <message>
        <source>A sample has {} numbers, and the feature shape {} has {}.</source>
        <translation>Ein Beispiel hat {} Zahlen, und die Merkmalsform {} hat {}.</translation>
    </message>
    <message>
        <source>A sample has {} parts where the data set has {}.</source>
        <translation>Ein Beispiel hat {} Teile, wo der Datensatz {} hat.</translation>
    </message>
    <message>
        <source>A sample is of {} where those before are of {}.</source>
        <translation>Ein Beispiel ist aus {}, wo die davor aus {} sind.</translation>
    </message>
    <message>
        <source>A sample is {} numbers from 0 to {}.</source>
        <translation>Ein Beispiel besteht aus {} Zahlen von 0 bis {}.</translation>
    </message>
    <message>
        <source>A sample lasts for {} of its time; it must be more than 0 and at most 1.</source>
        <translation>Ein Beispiel dauert {} seiner Zeit; es muss mehr als 0 und höchstens 1 sein.</translation>
    </message>
    <message>
        <source>A sample of {} cannot be {}: it is {}.</source>
        <translation>Ein Beispiel für {} kann nicht {} sein: Es ist {}.</translation>
    </message>
    <message>
        <source>A sample was written by a newer Fovea (record version {}).</source>
        <translation>Ein Beispiel wurde von einem neueren Fovea geschrieben (Version {} des Eintrags).</translation>
    </message>
    <message>
        <source>A sample's record is damaged: </source>
        <translation>Der Eintrag eines Beispiels ist beschädigt: </translation>
    </message>
    <message>
        <source>A sanity check needs at least one stage.</source>
        <translation>Eine Plausibilitätsprüfung braucht mindestens eine Stufe.</translation>
    </message>
    <message>
        <source>A scale for each channel needs [N, C, ...].</source>
        <translation>Eine Skalierung je Kanal braucht [N, C, ...].</translation>
    </message>
    <message>
        <source>A search for a rate needs at least {} steps.</source>
        <translation>Eine Suche nach einer Rate braucht mindestens {} Schritte.</translation>
    </message>
    <message>
        <source>A sequence needs at least one step.</source>
        <translation>Eine Sequenz braucht mindestens einen Schritt.</translation>
    </message>
    <message>
        <source>A sheet needs at least one picture.</source>
        <translation>Ein Bilderbogen braucht mindestens ein Bild.</translation>
    </message>
    <message>
        <source>A shift is not negative.</source>
        <translation>Eine Verschiebung darf nicht negativ sein.</translation>
    </message>
    <message>
        <source>A size needs both: Width is {} and Height is {}.</source>
        <translation>Eine Größe braucht beides: Breite ist {} und Höhe ist {}.</translation>
    </message>
    <message>
        <source>A slope for each channel needs [N, C, ...].</source>
        <translation>Eine Steigung je Kanal braucht [N, C, ...].</translation>
    </message>
    <message>
        <source>A state can only be carried forward, not from the end to the beginning.</source>
        <translation>Ein Zustand lässt sich nur vorwärts übernehmen, nicht vom Ende zum Anfang.</translation>
    </message>
    <message>
        <source>A style needs channels with positions, [C, H, W] or [C, L], but got {}.</source>
        <translation>Ein Stil braucht Kanäle mit Positionen, [C, H, W] oder [C, L], erhielt aber {}.</translation>
    </message>
    <message>
        <source>A sum over the ranks that has not begun cannot end.</source>
        <translation>Eine Summe über die Ränge, die nicht begonnen hat, kann nicht enden.</translation>
    </message>
    <message>
        <source>A tensor cannot have the size {}.</source>
        <translation>Ein Tensor kann nicht die Größe {} haben.</translation>
    </message>
    <message>
        <source>A tensor has at most {} axes, not {}.</source>
        <translation>Ein Tensor hat höchstens {} Achsen, nicht {}.</translation>
    </message>
    <message>
        <source>A text in the data set has {} bytes, and those of the table now need {}.</source>
        <translation>Ein Text im Datensatz hat {} Bytes, und die der Tabelle brauchen jetzt {}.</translation>
    </message>
    <message>
        <source>A thousand runs wait already.</source>
        <translation>Es warten schon tausend Läufe.</translation>
    </message>
    <message>
        <source>A transformer block</source>
        <translation>Ein Transformer-Block</translation>
    </message>
    <message>
        <source>A transposed convolution</source>
        <translation>Eine transponierte Faltung</translation>
    </message>
    <message>
        <source>A unit has a channel besides its position.</source>
        <translation>Eine Einheit hat außer ihrer Position auch einen Kanal.</translation>
    </message>
    <message>
        <source>A value is missing here.</source>
        <translation>Hier fehlt ein Wert.</translation>
    </message>
    <message>
        <source>A value should follow “{}”, but there is {}.</source>
        <translation>Auf „{}“ sollte ein Wert folgen, aber dort steht {}.</translation>
    </message>
    <message>
        <source>A video has coloured frames of even width and height.</source>
        <translation>Ein Video hat farbige Frames von gerader Breite und Höhe.</translation>
    </message>
    <message>
        <source>A window of &quot;{}&quot; holds no row of symbols.</source>
        <translation>Ein Fenster von „{}“ enthält keine Reihe von Symbolen.</translation>
    </message>
    <message>
        <source>A window of {} has no middle.</source>
        <translation>Ein Fenster von {} hat keine Mitte.</translation>
    </message>
    <message>
        <source>A window of {} has no middle: the size must be odd.</source>
        <translation>Ein Fenster von {} hat keine Mitte: Die Größe muss ungerade sein.</translation>
    </message>
    <message>
        <source>A {} kernel does not fit in an input of {}×{}×{}.</source>
        <translation>Ein Kernel von {} passt nicht in eine Eingabe von {}×{}×{}.</translation>
    </message>
    <message>
        <source>A {} kernel is too large.</source>
        <translation>Ein Kernel von {} ist zu groß.</translation>
    </message>
    <message>
        <source>A {}×{} kernel{} does not fit in an input of {}×{} with padding {}.</source>
        <translation>Ein {}×{}-Kernel{} passt nicht in eine Eingabe von {}×{} mit Auffüllung {}.</translation>
    </message>
    <message>
        <source>A {}×{}×{} kernel does not fit in an input of {}×{}×{}.</source>
        <translation>Ein Kernel von {}×{}×{} passt nicht in eine Eingabe von {}×{}×{}.</translation>
    </message>
    <message>
        <source>Add Cross-entropy</source>
        <translation>Kreuzentropie anfügen</translation>
    </message>
    <message>
        <source>Add Cross-entropy at the end.</source>
        <translation>Am Ende Kreuzentropie anfügen.</translation>
    </message>
    <message>
        <source>Add Input</source>
        <translation>Eingabe hinzufügen</translation>
    </message>
    <message>
        <source>Add Resize, or Crop and scale, to make them all the same size.</source>
        <translation>„Größe ändern“ oder „Zuschneiden und skalieren“ hinzufügen, damit alle dieselbe Größe haben.</translation>
    </message>
    <message>
        <source>Add a Cross-entropy layer after the last one.</source>
        <translation>Nach der letzten Schicht eine Kreuzentropie anfügen.</translation>
    </message>
    <message>
        <source>Add a Softmax or Cross-entropy layer after the last one.</source>
        <translation>Nach der letzten Schicht Softmax oder Kreuzentropie anfügen.</translation>
    </message>
    <message>
        <source>Add a layer with weights, or let one thaw.</source>
        <translation>Eine Schicht mit Gewichten hinzufügen oder eine auftauen.</translation>
    </message>
    <message>
        <source>Add one at the end of the words.</source>
        <translation>Am Ende der Wörter eines hinzufügen.</translation>
    </message>
    <message>
        <source>Add one.</source>
        <translation>Eine hinzufügen.</translation>
    </message>
    <message>
        <source>Add padding, or make the kernel smaller.</source>
        <translation>Auffüllung hinzufügen oder den Kernel verkleinern.</translation>
    </message>
    <message>
        <source>Added to the sum, so that silence does not divide by zero.</source>
        <translation>Wird zur Summe addiert, damit bei Stille nicht durch null geteilt wird.</translation>
    </message>
    <message>
        <source>Added to the variance, so that a constant channel does not divide by zero.</source>
        <translation>Wird zur Varianz addiert, damit ein konstanter Kanal nicht durch null teilt.</translation>
    </message>
    <message>
        <source>Added to what is divided by.</source>
        <translation>Wird zum Teiler addiert.</translation>
    </message>
    <message>
        <source>All activations of &quot;{}&quot; are zero for this sample.</source>
        <translation>Alle Aktivierungen von „{}“ sind bei diesem Beispiel null.</translation>
    </message>
    <message>
        <source>All images of a data set have one size: import the files one by one.</source>
        <translation>Alle Bilder eines Datensatzes haben dieselbe Größe: Die Dateien einzeln importieren.</translation>
    </message>
    <message>
        <source>All losses of a network compare with the same: change or remove one of them.</source>
        <translation>Alle Verluste eines Netzes vergleichen mit demselben: Einen davon ändern oder entfernen.</translation>
    </message>
    <message>
        <source>All ranks of a run need the same program, network, data and settings.</source>
        <translation>Alle Ränge eines Laufs brauchen dasselbe Programm, Netz, dieselben Daten und Einstellungen.</translation>
    </message>
    <message>
        <source>Almost no gradient passes there, so the layers before it hardly learn.</source>
        <translation>Dort kommt fast kein Gradient hindurch, also lernen die Schichten davor kaum.</translation>
    </message>
    <message>
        <source>An array of samples has them along its first axis.</source>
        <translation>Ein Array von Beispielen hat sie entlang der ersten Achse.</translation>
    </message>
    <message>
        <source>An edit names samples that are not among the {}.</source>
        <translation>Eine Änderung nennt Beispiele, die nicht unter den {} sind.</translation>
    </message>
    <message>
        <source>An edit needs at least one sample.</source>
        <translation>Eine Änderung braucht mindestens ein Beispiel.</translation>
    </message>
    <message>
        <source>An edit of tags, and no other one, names a tag.</source>
        <translation>Eine Änderung von Stichworten, und keine andere, nennt ein Stichwort.</translation>
    </message>
    <message>
        <source>An embedding needs symbols (whole numbers), but got numbers {}.</source>
        <translation>Eine Einbettung braucht Symbole (ganze Zahlen), erhielt aber Zahlen {}.</translation>
    </message>
    <message>
        <source>An explanation is the same at all places, so nothing can be compared.</source>
        <translation>Eine Erklärung ist an allen Stellen gleich, es gibt also nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>An image could not be encoded: {}.</source>
        <translation>Ein Bild ließ sich nicht kodieren: {}.</translation>
    </message>
    <message>
        <source>An image has {} channels where others have {}.</source>
        <translation>Ein Bild hat {} Kanäle, andere haben {}.</translation>
    </message>
    <message>
        <source>An image of {} cannot be made to fit {}: images have 1 channel (grey) or 3 (colour).</source>
        <translation>Ein Bild vom Typ {} lässt sich nicht an {} anpassen: Bilder haben 1 Kanal (grau) oder 3 (Farbe).</translation>
    </message>
    <message>
        <source>An image of {} cannot be written as PNG or JPEG.</source>
        <translation>Ein Bild vom Typ {} lässt sich nicht als PNG oder JPEG schreiben.</translation>
    </message>
    <message>
        <source>An image of {} could not be encoded.</source>
        <translation>Ein Bild vom Typ {} ließ sich nicht kodieren.</translation>
    </message>
    <message>
        <source>An image to prepare is u8 [C, H, W], not {}.</source>
        <translation>Ein Bild zur Vorbereitung ist u8 [C, H, W], nicht {}.</translation>
    </message>
    <message>
        <source>An output padding of {} is not smaller than the stride of {}.</source>
        <translation>Eine Ausgabe-Auffüllung von {} ist nicht kleiner als die Schrittweite von {}.</translation>
    </message>
    <message>
        <source>Ankle boot</source>
        <translation>Ankle boot</translation>
    </message>
    <message>
        <source>Another block has this name too.</source>
        <translation>Auch ein anderer Block hat diesen Namen.</translation>
    </message>
    <message>
        <source>Another data set was shown before the samples could be edited.</source>
        <translation>Ein anderer Datensatz wurde gezeigt, bevor die Beispiele bearbeitet werden konnten.</translation>
    </message>
    <message>
        <source>Another loss compares with {}, this one with {}.</source>
        <translation>Ein anderer Verlust vergleicht mit {}, dieser mit {}.</translation>
    </message>
    <message>
        <source>Another program has edited {} meanwhile: {}.</source>
        <translation>Ein anderes Programm hat {} inzwischen geändert: {}.</translation>
    </message>
    <message>
        <source>Another program trained this run, so there are no weights to go on from.</source>
        <translation>Ein anderes Programm hat diesen Lauf trainiert, also gibt es keine Gewichte, von denen aus er fortgesetzt werden könnte.</translation>
    </message>
    <message>
        <source>Archives in a folder are not opened: import one of them, or unpack them and import the folder.</source>
        <translation>Archive in einem Ordner werden nicht geöffnet: eines davon importieren, oder sie entpacken und den Ordner importieren.</translation>
    </message>
    <message>
        <source>Archives of this format are not read. Unpack them, or pack their files as zip or tar, and import that.</source>
        <translation>Archive dieses Formats werden nicht gelesen. Entpacken Sie sie, oder packen Sie ihre Dateien als zip oder tar, und importieren Sie das.</translation>
    </message>
    <message>
        <source>Arrays of numbers are read from .npy, .npz and .h5: in Python, numpy.fromfile reads raw ones. To train on the texts beside it all the same, choose the kind &quot;text&quot;.</source>
        <translation>Arrays von Zahlen werden aus .npy, .npz und .h5 gelesen: In Python liest numpy.fromfile rohe. Um trotzdem mit den Texten daneben zu trainieren, die Art „text“ wählen.</translation>
    </message>
    <message>
        <source>Arrow files are not read. In Python: pandas.read_feather(&quot;a.arrow&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>Arrow-Dateien werden nicht gelesen. In Python: pandas.read_feather(&quot;a.arrow&quot;).to_csv(&quot;a.csv&quot;, index=False). Dann a.csv importieren.</translation>
    </message>
    <message>
        <source>Ask a network with an Input layer.</source>
        <translation>Ein Netz mit einer Eingabeschicht befragen.</translation>
    </message>
    <message>
        <source>Ask for fewer epochs, or use a faster machine.</source>
        <translation>Weniger Epochen verlangen oder eine schnellere Maschine verwenden.</translation>
    </message>
    <message>
        <source>Ask for several seeds instead.</source>
        <translation>Verlangen Sie stattdessen mehrere Startwerte.</translation>
    </message>
    <message>
        <source>Asking Open MPI for the ranks</source>
        <translation>Abfragen der Ränge bei Open MPI</translation>
    </message>
    <message>
        <source>Asking the network</source>
        <translation>Das Netz wird befragt</translation>
    </message>
    <message>
        <source>Attribution works on networks with one input, and this one has several.</source>
        <translation>Attribution ist nur bei Netzen mit einer Eingabe möglich, und dieses hat mehrere.</translation>
    </message>
    <message>
        <source>Average pooling 3D</source>
        <translation>Mittelwert-Pooling 3D</translation>
    </message>
    <message>
        <source>Axes are counted from 1, the first after the batch.</source>
        <translation>Achsen werden von 1 an gezählt, die erste kommt nach dem Batch.</translation>
    </message>
    <message>
        <source>Axis {} is named twice.</source>
        <translation>Achse {} ist zweimal genannt.</translation>
    </message>
    <message>
        <source>Azure Custom Vision</source>
        <translation>Azure Custom Vision</translation>
    </message>
    <message>
        <source>Azure Machine Learning</source>
        <translation>Azure Machine Learning</translation>
    </message>
    <message>
        <source>Batch norm over the samples of all ranks needs the whole batch at once, not micro-batches.</source>
        <translation>Batch-Norm über die Beispiele aller Ränge braucht den ganzen Batch auf einmal, keine Mikro-Batches.</translation>
    </message>
    <message>
        <source>Batches follow the text in {} stream{} of {} windows</source>
        <translation>Batches folgen dem Text in {} Stream{} zu {} Fenstern</translation>
    </message>
    <message>
        <source>Begin a new run with its settings; the curves of this one stay.</source>
        <translation>Mit seinen Einstellungen einen neuen Lauf beginnen; die Kurven von diesem bleiben erhalten.</translation>
    </message>
    <message>
        <source>Begin a new run with these weights and other settings.</source>
        <translation>Mit diesen Gewichten und anderen Einstellungen einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Begin a new run with these weights and the other batch.</source>
        <translation>Mit diesen Gewichten und dem anderen Batch einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Begin a new run with these weights.</source>
        <translation>Mit diesen Gewichten einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Begin when it is known whether every layer finds its weights.</source>
        <translation>Beginnen Sie, sobald bekannt ist, ob jede Schicht ihre Gewichte findet.</translation>
    </message>
    <message>
        <source>Begin with an input layer.</source>
        <translation>Mit einer Eingabeschicht beginnen.</translation>
    </message>
    <message>
        <source>Begins with the weights of {}</source>
        <translation>Beginnt mit den Gewichten von {}</translation>
    </message>
    <message>
        <source>Begins with {} of {} weights of {}</source>
        <translation>Beginnt mit {} von {} Gewichten von {}</translation>
    </message>
    <message>
        <source>Biases begin with one number; the text draws some of them by chance (bias_filler).</source>
        <translation>Biases beginnen mit einer festen Zahl; der Text zieht manche zufällig (bias_filler).</translation>
    </message>
    <message>
        <source>Biases do not decay unless the settings of a run say so for all (decay_mult).</source>
        <translation>Biases unterliegen keinem Gewichtsabfall, außer die Einstellungen eines Laufs verlangen ihn für alle (decay_mult).</translation>
    </message>
    <message>
        <source>Biases learn at the rate of their weights; the text has a separate rate for them (lr_mult).</source>
        <translation>Biases lernen mit der Rate ihrer Gewichte; der Text hat eine eigene Rate für sie (lr_mult).</translation>
    </message>
    <message>
        <source>Blobs are named by the `top` of the layer that produces them.</source>
        <translation>Blobs sind nach dem `top` der Schicht benannt, die sie erzeugt.</translation>
    </message>
    <message>
        <source>Blocks are not written as text of Caffe's.</source>
        <translation>Blöcke werden nicht als Caffe-Text geschrieben.</translation>
    </message>
    <message>
        <source>Both shapes must hold as many numbers.</source>
        <translation>Beide Formen müssen gleich viele Zahlen enthalten.</translation>
    </message>
    <message>
        <source>Boxes are found in images only.</source>
        <translation>Rahmen werden nur in Bildern gefunden.</translation>
    </message>
    <message>
        <source>Bring the data set back to what it was (edits can be taken back), or begin a new run with these weights.</source>
        <translation>Den Datensatz auf den alten Stand bringen (Änderungen lassen sich zurücknehmen) oder mit diesen Gewichten einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Broken pipe</source>
        <translation>Verbindung unterbrochen</translation>
    </message>
    <message>
        <source>Build Fovea again.</source>
        <translation>Fovea neu bauen.</translation>
    </message>
    <message>
        <source>Build it where the CUDA Toolkit 13, cuDNN 9 and the cudnn-frontend headers are installed, or use a bundle that has it.</source>
        <translation>Das Modul dort bauen, wo das CUDA Toolkit 13, cuDNN 9 und die Header von cudnn-frontend installiert sind, oder ein Paket benutzen, das es enthält.</translation>
    </message>
    <message>
        <source>Build or unpack Fovea again.</source>
        <translation>Fovea neu bauen oder auspacken.</translation>
    </message>
    <message>
        <source>Build or unpack Fovea again; if it names a library, install a version for CUDA 13 and cuDNN 9.</source>
        <translation>Fovea neu bauen oder auspacken; wird eine Bibliothek genannt, eine Version für CUDA 13 und cuDNN 9 installieren.</translation>
    </message>
    <message>
        <source>Build or unpack program and module together.</source>
        <translation>Programm und Modul zusammen bauen oder auspacken.</translation>
    </message>
    <message>
        <source>CTC needs a blank and at least one class, but got one number a step.</source>
        <translation>CTC braucht einen Blank und mindestens eine Klasse, erhielt aber nur eine Zahl je Schritt.</translation>
    </message>
    <message>
        <source>CUDA module: {} not found in {}</source>
        <translation>CUDA-Modul: {} nicht gefunden in: {}</translation>
    </message>
    <message>
        <source>CUDA run-time compiler</source>
        <translation>CUDA-Laufzeitcompiler</translation>
    </message>
    <message>
        <source>Caffe asks each class for its sign.</source>
        <translation>Caffe fragt jede Klasse nach ihrem Vorzeichen.</translation>
    </message>
    <message>
        <source>Caffe counts iterations; an epoch is taken to have {}.</source>
        <translation>Caffe zählt Iterationen; für eine Epoche werden {} angenommen.</translation>
    </message>
    <message>
        <source>Caffe crops to the size of another value.</source>
        <translation>Caffe schneidet auf die Größe eines anderen Wertes zu.</translation>
    </message>
    <message>
        <source>Caffe cuts a value into all its parts.</source>
        <translation>Caffe zerschneidet einen Wert in alle seine Teile.</translation>
    </message>
    <message>
        <source>Caffe has fewer windows here.</source>
        <translation>Caffe hat hier weniger Fenster.</translation>
    </message>
    <message>
        <source>Caffe has half the sum of squares for each sample.</source>
        <translation>Caffe nimmt je Beispiel die Hälfte der Quadratsumme.</translation>
    </message>
    <message>
        <source>Caffe has no ReLU6.</source>
        <translation>Caffe hat kein ReLU6.</translation>
    </message>
    <message>
        <source>Caffe has no bends.</source>
        <translation>Caffe kennt keine Umlenkpunkte.</translation>
    </message>
    <message>
        <source>Caffe has no layer for {}.</source>
        <translation>Caffe hat keine Schicht für {}.</translation>
    </message>
    <message>
        <source>Caffe has no loss of absolute differences.</source>
        <translation>Caffe hat keinen Verlust aus absoluten Differenzen.</translation>
    </message>
    <message>
        <source>Caffe has the sum over answers for each sample.</source>
        <translation>Caffe nimmt je Beispiel die Summe über die Antworten.</translation>
    </message>
    <message>
        <source>Caffe keeps an image of one pixel.</source>
        <translation>Caffe behält ein Bild aus einem Pixel bei.</translation>
    </message>
    <message>
        <source>Caffe multiplies values of one size, or two of which one has a number for each channel.</source>
        <translation>Caffe multipliziert Werte derselben Größe oder zwei, von denen einer je Kanal eine Zahl hat.</translation>
    </message>
    <message>
        <source>Caffe network</source>
        <translation>Caffe-Netz</translation>
    </message>
    <message>
        <source>Caffe pools images only.</source>
        <translation>Caffe poolt nur Bilder.</translation>
    </message>
    <message>
        <source>Caffe rounds up.</source>
        <translation>Caffe rundet auf.</translation>
    </message>
    <message>
        <source>Caffe scales all channels alike: by the deviation of the first one.</source>
        <translation>Caffe skaliert alle Kanäle gleich: mit der Abweichung des ersten.</translation>
    </message>
    <message>
        <source>Caffe's colour images come as blue, green and red; Fovea's as red, green and blue.</source>
        <translation>Farbbilder von Caffe kommen als Blau, Grün und Rot; die von Fovea als Rot, Grün und Blau.</translation>
    </message>
    <message>
        <source>Caffe's deconvolutions have no output padding.</source>
        <translation>Transponierte Faltungen haben in Caffe keine Auffüllung der Ausgabe.</translation>
    </message>
    <message>
        <source>Caffe's means count the border, and this one does not.</source>
        <translation>Mittelwerte von Caffe zählen den Rand mit, dieser nicht.</translation>
    </message>
    <message>
        <source>Caffe's normalisation within channels has an offset of 1.</source>
        <translation>Die Normalisierung innerhalb von Kanälen hat in Caffe einen Versatz von 1.</translation>
    </message>
    <message>
        <source>Caffe's poolings give no positions.</source>
        <translation>Pooling-Schichten von Caffe geben keine Positionen aus.</translation>
    </message>
    <message>
        <source>Caffe's softplus (BNLL) has no beta.</source>
        <translation>Softplus (BNLL) hat in Caffe kein beta.</translation>
    </message>
    <message>
        <source>Cannot allocate memory</source>
        <translation>nicht genug Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Cannot ask for the free space of {}</source>
        <translation>Abfragen des freien Platzes nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot create a folder in {}</source>
        <translation>Anlegen eines Ordners nicht möglich in {}</translation>
    </message>
    <message>
        <source>Cannot create the folder {}</source>
        <translation>Anlegen des Ordners nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot create {}</source>
        <translation>Anlegen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot delete {}</source>
        <translation>Löschen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot look into {}</source>
        <translation>Durchsehen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot move {}</source>
        <translation>Verschieben nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot open {}</source>
        <translation>Öffnen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot open {}.</source>
        <translation>Öffnen nicht möglich: {}.</translation>
    </message>
    <message>
        <source>Cannot read</source>
        <translation>Lesen nicht möglich</translation>
    </message>
    <message>
        <source>Cannot read {}</source>
        <translation>Lesen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot read {}.</source>
        <translation>{} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>Cannot rename {}</source>
        <translation>Umbenennen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot unpack into {}</source>
        <translation>Auspacken nicht möglich nach {}</translation>
    </message>
    <message>
        <source>Cannot unpack {}</source>
        <translation>Auspacken nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot unpack {} into {}</source>
        <translation>Auspacken von {} nicht möglich nach {}</translation>
    </message>
    <message>
        <source>Cannot use {}</source>
        <translation>Benutzen nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot use {}: {}.</source>
        <translation>{} lässt sich nicht benutzen: {}.</translation>
    </message>
    <message>
        <source>Cannot write into the project folder {}</source>
        <translation>Schreiben nicht möglich im Projektordner {}</translation>
    </message>
    <message>
        <source>Cannot write {}</source>
        <translation>Schreiben nicht möglich: {}</translation>
    </message>
    <message>
        <source>Cannot write {}.</source>
        <translation>{} lässt sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Cannot write {}: the disk is full.</source>
        <translation>{} lässt sich nicht schreiben: Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>Causal attention needs as many queries as keys, but got {} and {}.</source>
        <translation>Kausale Attention braucht gleich viele Queries und Keys, erhielt aber {} und {}.</translation>
    </message>
    <message>
        <source>Change from outside</source>
        <translation>Änderung von außen</translation>
    </message>
    <message>
        <source>Channels cannot be sorted by &quot;{}&quot;.</source>
        <translation>Kanäle lassen sich nicht nach „{}“ sortieren.</translation>
    </message>
    <message>
        <source>Channels, or rows and columns, that are looked at together; an odd number.</source>
        <translation>Kanäle oder Zeilen und Spalten, die zusammen betrachtet werden; eine ungerade Zahl.</translation>
    </message>
    <message>
        <source>Check that the disk is not full.</source>
        <translation>Prüfen, ob der Datenträger voll ist.</translation>
    </message>
    <message>
        <source>Check that the right file has this name.</source>
        <translation>Prüfen, ob die richtige Datei diesen Namen hat.</translation>
    </message>
    <message>
        <source>Choose 0.1 and 0 epochs, which is as many as fit the number of samples.</source>
        <translation>0,1 und 0 Epochen wählen; mit 0 sind es so viele, wie zur Zahl der Beispiele passen.</translation>
    </message>
    <message>
        <source>Choose a batch of at most {}</source>
        <translation>Einen Batch von höchstens {} wählen</translation>
    </message>
    <message>
        <source>Choose a batch of at most {}.</source>
        <translation>Einen Batch von höchstens {} wählen.</translation>
    </message>
    <message>
        <source>Choose a checkpoint of a network whose loss is for classes, such as Cross-entropy.</source>
        <translation>Einen Checkpoint eines Netzes wählen, dessen Verlust für Klassen ist, etwa Kreuzentropie.</translation>
    </message>
    <message>
        <source>Choose a convolution, or another method.</source>
        <translation>Eine Faltung oder eine andere Methode wählen.</translation>
    </message>
    <message>
        <source>Choose a data set with the same classes in the same order.</source>
        <translation>Einen Datensatz mit denselben Klassen in derselben Reihenfolge wählen.</translation>
    </message>
    <message>
        <source>Choose a larger batch or fewer micro-batches, or use Layer norm.</source>
        <translation>Einen größeren Batch oder weniger Mikro-Batches wählen, oder Layer-Norm verwenden.</translation>
    </message>
    <message>
        <source>Choose a later layer.</source>
        <translation>Eine spätere Schicht wählen.</translation>
    </message>
    <message>
        <source>Choose a layer behind it.</source>
        <translation>Eine Schicht dahinter wählen.</translation>
    </message>
    <message>
        <source>Choose a run on a data set of sounds.</source>
        <translation>Einen Lauf mit einem Datensatz aus Tonaufnahmen wählen.</translation>
    </message>
    <message>
        <source>Choose a run that was trained with Fovea.</source>
        <translation>Einen Lauf wählen, der mit Fovea trainiert wurde.</translation>
    </message>
    <message>
        <source>Choose a sample or open an image.</source>
        <translation>Ein Beispiel wählen oder ein Bild öffnen.</translation>
    </message>
    <message>
        <source>Choose a shorter one.</source>
        <translation>Einen kürzeren wählen.</translation>
    </message>
    <message>
        <source>Choose a smaller length.</source>
        <translation>Eine kleinere Länge wählen.</translation>
    </message>
    <message>
        <source>Choose a stride of at most the window.</source>
        <translation>Eine Schrittweite von höchstens der Fenstergröße wählen.</translation>
    </message>
    <message>
        <source>Choose an odd size, such as 5.</source>
        <translation>Eine ungerade Größe wählen, etwa 5.</translation>
    </message>
    <message>
        <source>Choose an odd size, such as 9.</source>
        <translation>Eine ungerade Größe wählen, etwa 9.</translation>
    </message>
    <message>
        <source>Choose another checkpoint of the run.</source>
        <translation>Einen anderen Checkpoint des Laufs wählen.</translation>
    </message>
    <message>
        <source>Choose another folder, or change its permissions.</source>
        <translation>Einen anderen Ordner wählen oder seine Rechte ändern.</translation>
    </message>
    <message>
        <source>Choose another folder, or create a project there.</source>
        <translation>Einen anderen Ordner wählen oder dort ein Projekt anlegen.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Choose another layer or sample.</source>
        <translation>Eine andere Schicht oder ein anderes Beispiel wählen.</translation>
    </message>
    <message>
        <source>Choose another name, or import with the same importer and options to add what is new.</source>
        <translation>Einen anderen Namen wählen, oder mit demselben Importer und denselben Optionen importieren, um Neues hinzuzufügen.</translation>
    </message>
    <message>
        <source>Choose another name, or move that file away.</source>
        <translation>Wählen Sie einen anderen Namen, oder verschieben Sie jene Datei.</translation>
    </message>
    <message>
        <source>Choose another name, or remove it first.</source>
        <translation>Einen anderen Namen wählen oder das Vorhandene zuerst entfernen.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Choose another number of parts, or say how many positions each part gets.</source>
        <translation>Eine andere Zahl von Teilen wählen oder angeben, wie viele Positionen jeder Teil bekommt.</translation>
    </message>
    <message>
        <source>Choose another printer, or export the drawing.</source>
        <translation>Einen anderen Drucker wählen oder die Zeichnung exportieren.</translation>
    </message>
    <message>
        <source>Choose another split, or more samples.</source>
        <translation>Einen anderen Split oder mehr Beispiele wählen.</translation>
    </message>
    <message>
        <source>Choose another split.</source>
        <translation>Einen anderen Split wählen.</translation>
    </message>
    <message>
        <source>Choose another target.</source>
        <translation>Wählen Sie ein anderes Ziel.</translation>
    </message>
    <message>
        <source>Choose another use for the test files.</source>
        <translation>Eine andere Verwendung der Testdateien wählen.</translation>
    </message>
    <message>
        <source>Choose as many heads as divide the numbers of a step.</source>
        <translation>So viele Köpfe wählen, dass sich die Zahlen eines Schritts gleichmäßig aufteilen lassen.</translation>
    </message>
    <message>
        <source>Choose at least {} epochs, or continue from an earlier checkpoint as a new run.</source>
        <translation>Mindestens {} Epochen wählen oder von einem früheren Checkpoint aus als neuer Lauf fortsetzen.</translation>
    </message>
    <message>
        <source>Choose checkpoints of classifiers.</source>
        <translation>Checkpoints von Klassifikatoren wählen.</translation>
    </message>
    <message>
        <source>Choose fewer devices or a larger batch.</source>
        <translation>Weniger Geräte oder einen größeren Batch wählen.</translation>
    </message>
    <message>
        <source>Choose fewer samples.</source>
        <translation>Weniger Beispiele wählen.</translation>
    </message>
    <message>
        <source>Choose index, mean, deviation, zeros, largest or norm.</source>
        <translation>index, mean, deviation, zeros, largest oder norm wählen.</translation>
    </message>
    <message>
        <source>Choose its values to be like the data set's, or train on another data set.</source>
        <translation>Ihre Werte wie die des Datensatzes wählen oder mit einem anderen Datensatz trainieren.</translation>
    </message>
    <message>
        <source>Choose json, csv or tensorboard.</source>
        <translation>json, csv oder tensorboard wählen.</translation>
    </message>
    <message>
        <source>Choose larger ones, further apart.</source>
        <translation>Größere wählen, mit mehr Abstand.</translation>
    </message>
    <message>
        <source>Choose more samples.</source>
        <translation>Mehr Beispiele wählen.</translation>
    </message>
    <message>
        <source>Choose one of the image files instead of the folder.</source>
        <translation>Statt des Ordners eine der Bilddateien wählen.</translation>
    </message>
    <message>
        <source>Choose other axes.</source>
        <translation>Wählen Sie andere Achsen.</translation>
    </message>
    <message>
        <source>Choose other feature columns, or raise most_categories.</source>
        <translation>Andere Merkmalsspalten wählen oder most_categories erhöhen.</translation>
    </message>
    <message>
        <source>Choose pca, tsne or umap.</source>
        <translation>pca, tsne oder umap wählen.</translation>
    </message>
    <message>
        <source>Choose some; the filters may leave none.</source>
        <translation>Wählen Sie welche aus; vielleicht lassen die Filter keines übrig.</translation>
    </message>
    <message>
        <source>Choose the Input layer's values to be like the data set's, or another data set.</source>
        <translation>Die Werte der Eingabeschicht wie die des Datensatzes wählen oder einen anderen Datensatz nehmen.</translation>
    </message>
    <message>
        <source>Choose the data set that the network was trained on, or one like it.</source>
        <translation>Den Datensatz wählen, mit dem das Netz trainiert wurde, oder einen ebensolchen.</translation>
    </message>
    <message>
        <source>Choose the first state Zero, or one direction.</source>
        <translation>Für den ersten Zustand „Null“ wählen oder nur eine Richtung.</translation>
    </message>
    <message>
        <source>Choose the folder of a data set, or import one into it.</source>
        <translation>Den Ordner eines Datensatzes wählen oder einen Datensatz dorthin importieren.</translation>
    </message>
    <message>
        <source>Choose the folder of the masks, or masks that are not JPEG files.</source>
        <translation>Den Ordner der Masken wählen oder Masken, die keine JPEG-Dateien sind.</translation>
    </message>
    <message>
        <source>Choose the gradient, gradient × input or occlusion.</source>
        <translation>Den Gradienten, Gradient × Eingabe oder Verdeckung wählen.</translation>
    </message>
    <message>
        <source>Choose the gradient.</source>
        <translation>Den Gradienten wählen.</translation>
    </message>
    <message>
        <source>Choose those that belong together: {}. To learn from all, join them to one table first.</source>
        <translation>Die wählen, die zusammengehören: {}. Um aus allen zu lernen, sie zuerst zu einer Tabelle verbinden.</translation>
    </message>
    <message>
        <source>Choose train, test or deploy.</source>
        <translation>train, test oder deploy wählen.</translation>
    </message>
    <message>
        <source>Choose use=boxes.</source>
        <translation>Wählen Sie use=boxes.</translation>
    </message>
    <message>
        <source>Choose variant, family or manufacturer.</source>
        <translation>variant, family oder manufacturer wählen.</translation>
    </message>
    <message>
        <source>Choose with tables=NAME, or open one of them. Parts of one table with the same columns are named together: tables=NAME,NAME. Columns of one row in several tables have to be joined first.</source>
        <translation>Mit tables=NAME wählen oder eine davon öffnen. Teile einer Tabelle mit denselben Spalten werden zusammen genannt: tables=NAME,NAME. Spalten einer Zeile in mehreren Tabellen sind zuerst zu verbinden.</translation>
    </message>
    <message>
        <source>Clip the gradients in a new run</source>
        <translation>Gradienten in einem neuen Lauf begrenzen</translation>
    </message>
    <message>
        <source>Close it there first, or choose another project folder.</source>
        <translation>Es zuerst dort schließen oder einen anderen Projektordner wählen.</translation>
    </message>
    <message>
        <source>Close it there, then choose “Try again” at the top of this window.</source>
        <translation>Es dort schließen und dann oben in diesem Fenster „Noch einmal versuchen“ wählen.</translation>
    </message>
    <message>
        <source>Close other programs, or make the network, the batch or the samples smaller.</source>
        <translation>Andere Programme schließen oder das Netz, den Batch oder die Beispiele verkleinern.</translation>
    </message>
    <message>
        <source>Close the other program, or try again later.</source>
        <translation>Das andere Programm schließen oder es später noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Compute {} %, data {} %, host {} %</source>
        <translation>Rechnen {} %, Daten {} %, Host {} %</translation>
    </message>
    <message>
        <source>Connect another layer to it.</source>
        <translation>Eine weitere Schicht damit verbinden.</translation>
    </message>
    <message>
        <source>Connect it before the layer that flattens the image.</source>
        <translation>Vor der Schicht verbinden, die das Bild flach macht.</translation>
    </message>
    <message>
        <source>Connect it to a layer, or remove it.</source>
        <translation>Mit einer Schicht verbinden oder entfernen.</translation>
    </message>
    <message>
        <source>Connect one, or open a video instead.</source>
        <translation>Eine anschließen oder stattdessen ein Video öffnen.</translation>
    </message>
    <message>
        <source>Connect the positions of the pooling that made the image this small.</source>
        <translation>Die Positionen des Poolings verbinden, das das Bild so klein gemacht hat.</translation>
    </message>
    <message>
        <source>Connect to {}</source>
        <translation>Mit {} verbinden</translation>
    </message>
    <message>
        <source>Continue from an earlier one.</source>
        <translation>Von einem früheren aus fortsetzen.</translation>
    </message>
    <message>
        <source>Continue from its last checkpoint, or begin a new run from this one.</source>
        <translation>Vom letzten Checkpoint aus fortsetzen oder von diesem aus einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Continue from the last checkpoint with a smaller learning rate.</source>
        <translation>Vom letzten Checkpoint aus mit einer kleineren Lernrate fortsetzen.</translation>
    </message>
    <message>
        <source>Continue with the data set that the run began with.</source>
        <translation>Mit dem Datensatz fortsetzen, mit dem der Lauf begann.</translation>
    </message>
    <message>
        <source>Convert it to a picture that is read, for instance: dcmj2pnm +on a.dcm a.png.</source>
        <translation>In ein Bild umwandeln, das gelesen wird, zum Beispiel: dcmj2pnm +on a.dcm a.png.</translation>
    </message>
    <message>
        <source>Convert it with iconv -t UTF-8.</source>
        <translation>Mit iconv -t UTF-8 umwandeln.</translation>
    </message>
    <message>
        <source>Convert them to GIF or to single pictures, or use a build with libwebp.</source>
        <translation>In GIF oder einzelne Bilder umwandeln oder einen Build mit libwebp benutzen.</translation>
    </message>
    <message>
        <source>Convert them to PNG, or use a build with giflib.</source>
        <translation>In PNG umwandeln oder einen Build mit giflib benutzen.</translation>
    </message>
    <message>
        <source>Convert them to boxes of Pascal VOC, YOLO or COCO, or import the images alone: kind=folder.</source>
        <translation>In Rahmen von Pascal VOC, YOLO oder COCO umwandeln, oder nur die Bilder importieren: kind=folder.</translation>
    </message>
    <message>
        <source>Copy everything into a new network, which begins to count anew.</source>
        <translation>Alles in ein neues Netz kopieren, das neu zu zählen beginnt.</translation>
    </message>
    <message>
        <source>Copy it into the model's folder.</source>
        <translation>Die Datei in den Ordner des Modells kopieren.</translation>
    </message>
    <message>
        <source>Create a project in Home and import the file again.</source>
        <translation>Unter Start ein Projekt anlegen und die Datei noch einmal importieren.</translation>
    </message>
    <message>
        <source>CrowdHuman has three boxes for each</source>
        <translation>CrowdHuman hat für jede drei Rahmen</translation>
    </message>
    <message>
        <source>Curves are not written as &quot;{}&quot;.</source>
        <translation>Kurven werden nicht als „{}“ geschrieben.</translation>
    </message>
    <message>
        <source>Cut less.</source>
        <translation>Weniger abschneiden.</translation>
    </message>
    <message>
        <source>Cutting {} and {} off {} leaves nothing.</source>
        <translation>Werden {} und {} von {} abgeschnitten, bleibt nichts übrig.</translation>
    </message>
    <message>
        <source>DICOM files are read under names that end in .dcm. Rename them, for instance: for f in *; do mv &quot;$f&quot; &quot;$f.dcm&quot;; done. Or convert series to NIfTI: dcm2niix FOLDER. Then import the folder.</source>
        <translation>DICOM-Dateien werden gelesen, wenn ihr Name auf .dcm endet. Benennen Sie sie um, zum Beispiel: for f in *; do mv &quot;$f&quot; &quot;$f.dcm&quot;; done. Oder wandeln Sie Serien in NIfTI um: dcm2niix ORDNER. Importieren Sie dann den Ordner.</translation>
    </message>
    <message>
        <source>Data must flow one way.</source>
        <translation>Daten müssen in eine Richtung fließen.</translation>
    </message>
    <message>
        <source>Databases are not read. Write the rows of a table to CSV: sqlite3 -header -csv a.sqlite &quot;SELECT * FROM t&quot; &gt; a.csv. Then import a.csv.</source>
        <translation>Datenbanken werden nicht gelesen. Schreiben Sie die Zeilen einer Tabelle als CSV: sqlite3 -header -csv a.sqlite &quot;SELECT * FROM t&quot; &gt; a.csv. Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Delete some of them.</source>
        <translation>Einige davon löschen.</translation>
    </message>
    <message>
        <source>Depth, height and width of the forward op's input.</source>
        <translation>Tiefe, Höhe und Breite der Eingabe der Vorwärtsoperation.</translation>
    </message>
    <message>
        <source>Depth, height and width of the window.</source>
        <translation>Tiefe, Höhe und Breite des Fensters.</translation>
    </message>
    <message>
        <source>Detection needs a channel for each class and {} for a box, but got {}.</source>
        <translation>„Erkennung von Dingen“ braucht einen Kanal je Klasse und {} für einen Rahmen, erhielt aber {}.</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>Gerät oder Ressource belegt</translation>
    </message>
    <message>
        <source>Directory not empty</source>
        <translation>Ordner nicht leer</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>Speicherplatzkontingent überschritten</translation>
    </message>
    <message>
        <source>Divide it.</source>
        <translation>Die Tabelle aufteilen.</translation>
    </message>
    <message>
        <source>Divide the task.</source>
        <translation>Die Aufgabe aufteilen.</translation>
    </message>
    <message>
        <source>Divide them.</source>
        <translation>Die Tabellen aufteilen.</translation>
    </message>
    <message>
        <source>Do not rely on this explanation: with random weights it is nearly the same (rank correlation {}), so it shows the sample more than the network.</source>
        <translation>Nicht auf diese Erklärung verlassen: Mit zufälligen Gewichten ist sie fast dieselbe (Rangkorrelation {}), sie zeigt also mehr das Beispiel als das Netz.</translation>
    </message>
    <message>
        <source>Draw an edge from the output of another layer to it.</source>
        <translation>Eine Verbindung vom Ausgang einer anderen Schicht dorthin ziehen.</translation>
    </message>
    <message>
        <source>Draw both edges from one Input layer.</source>
        <translation>Beide Verbindungen von einer Eingabeschicht aus ziehen.</translation>
    </message>
    <message>
        <source>Each of {} holds one object and no rows.</source>
        <translation>Jede der Dateien {} enthält ein Objekt und keine Zeilen.</translation>
    </message>
    <message>
        <source>Each step sees itself and those before it only.</source>
        <translation>Jeder Schritt sieht nur sich selbst und die davor.</translation>
    </message>
    <message>
        <source>Edits can add at most {} classes.</source>
        <translation>Änderungen können höchstens {} Klassen hinzufügen.</translation>
    </message>
    <message>
        <source>Emptying the trash was cancelled.</source>
        <translation>Das Leeren des Papierkorbs wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Evaluate again.</source>
        <translation>Noch einmal auswerten.</translation>
    </message>
    <message>
        <source>Evaluate all of them.</source>
        <translation>Alle auswerten.</translation>
    </message>
    <message>
        <source>Evaluate both checkpoints on the same split of the same data.</source>
        <translation>Beide Checkpoints auf demselben Split derselben Daten auswerten.</translation>
    </message>
    <message>
        <source>Exchanging numbers with the other ranks</source>
        <translation>Austausch von Zahlen mit den anderen Rängen</translation>
    </message>
    <message>
        <source>Expected are files like train-images-idx3-ubyte and train-labels-idx1-ubyte, plain or .gz.</source>
        <translation>Erwartet werden Dateien wie train-images-idx3-ubyte und train-labels-idx1-ubyte, unkomprimiert oder als .gz.</translation>
    </message>
    <message>
        <source>Explaining with random weights</source>
        <translation>Erklärung mit zufälligen Gewichten</translation>
    </message>
    <message>
        <source>Export the task with its images (&quot;Save images&quot;), or as &quot;CVAT for images&quot;.</source>
        <translation>Die Aufgabe mit ihren Bildern („Save images“) oder als „CVAT for images“ exportieren.</translation>
    </message>
    <message>
        <source>Extent {} is to be copied, but the input {} has none there.</source>
        <translation>Ausdehnung {} soll übernommen werden, aber die Eingabe {} hat dort keine.</translation>
    </message>
    <message>
        <source>Extent {} of the input{} is open in the model; the network has {}.</source>
        <translation>Ausdehnung {} der Eingabe{} ist im Modell offen; im Netz ist sie {}.</translation>
    </message>
    <message>
        <source>FITS files are not read. In Python: numpy.savez(&quot;a.npz&quot;, x=numpy.stack([astropy.io.fits.getdata(f) for f in files]), y=classes). Then import a.npz.</source>
        <translation>FITS-Dateien werden nicht gelesen. In Python: numpy.savez(&quot;a.npz&quot;, x=numpy.stack([astropy.io.fits.getdata(f) for f in files]), y=classes). Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>Fashion-MNIST is not installed: it is not in </source>
        <translation>Fashion-MNIST ist nicht installiert: Es fehlt unter </translation>
    </message>
    <message>
        <source>Feather files are not read. In Python: pandas.read_feather(&quot;a.feather&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>Feather-Dateien werden nicht gelesen. In Python: pandas.read_feather(&quot;a.feather&quot;).to_csv(&quot;a.csv&quot;, index=False). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Fetch the archive again.</source>
        <translation>Das Archiv noch einmal holen.</translation>
    </message>
    <message>
        <source>Fetch the file again.</source>
        <translation>Die Datei erneut herunterladen.</translation>
    </message>
    <message>
        <source>Fetch train.tar.gz, test.tar.gz or extra.tar.gz again.</source>
        <translation>train.tar.gz, test.tar.gz oder extra.tar.gz neu herunterladen.</translation>
    </message>
    <message>
        <source>Fewest of a class ({}) is more than most of a class ({}).</source>
        <translation>Die Mindestzahl je Klasse ({}) ist größer als die Höchstzahl je Klasse ({}).</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>Datei gibt es schon</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>Dateiname zu lang</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>Datei zu groß</translation>
    </message>
    <message>
        <source>Files of PyTorch are not read as data. Load them in Python and write their tensors: numpy.savez(&quot;a.npz&quot;, x=…, y=…). Then import a.npz.</source>
        <translation>Dateien von PyTorch werden nicht als Daten gelesen. Laden Sie sie in Python und schreiben Sie ihre Tensoren: numpy.savez(&quot;a.npz&quot;, x=…, y=…). Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>Files of R are not read. In R: write.csv(readRDS(&quot;a.rds&quot;), &quot;a.csv&quot;, row.names = FALSE), or load() and write.csv(). Then import a.csv.</source>
        <translation>Dateien von R werden nicht gelesen. In R: write.csv(readRDS(&quot;a.rds&quot;), &quot;a.csv&quot;, row.names = FALSE), oder load() und write.csv(). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Files of SAS are not read. In Python: pandas.read_sas(&quot;a.sas7bdat&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>Dateien von SAS werden nicht gelesen. In Python: pandas.read_sas(&quot;a.sas7bdat&quot;).to_csv(&quot;a.csv&quot;, index=False). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Files of SPSS are not read. In Python: pandas.read_spss(&quot;a.sav&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>Dateien von SPSS werden nicht gelesen. In Python: pandas.read_spss(&quot;a.sav&quot;).to_csv(&quot;a.csv&quot;, index=False). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Files of Stata are not read. In Python: pandas.read_stata(&quot;a.dta&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>Dateien von Stata werden nicht gelesen. In Python: pandas.read_stata(&quot;a.dta&quot;).to_csv(&quot;a.csv&quot;, index=False). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Files packed in this way are not read, but for tar archives. Unpack them, for instance with bzip2 -d, xz -d, zstd -d or lz4 -d, and import that.</source>
        <translation>So gepackte Dateien werden nicht gelesen, außer tar-Archiven. Entpacken Sie sie, etwa mit bzip2 -d, xz -d, zstd -d oder lz4 -d, und importieren Sie das.</translation>
    </message>
    <message>
        <source>Finding neighbours</source>
        <translation>Nachbarn werden gesucht</translation>
    </message>
    <message>
        <source>Finding the principal components</source>
        <translation>Hauptkomponenten werden gesucht</translation>
    </message>
    <message>
        <source>Fit the image to that size and number of channels first.</source>
        <translation>Das Bild zuerst an diese Größe und Zahl von Kanälen anpassen.</translation>
    </message>
    <message>
        <source>Fold into a block</source>
        <translation>Zu einem Block falten</translation>
    </message>
    <message>
        <source>Fold repeated structure</source>
        <translation>Wiederholten Aufbau falten</translation>
    </message>
    <message>
        <source>Fovea cannot decode {} images: {}.</source>
        <translation>Fovea kann keine {}-Bilder dekodieren: {}.</translation>
    </message>
    <message>
        <source>Fovea cannot read videos: {}.</source>
        <translation>Fovea kann keine Videos lesen: {}.</translation>
    </message>
    <message>
        <source>Fovea cannot write PNG or JPEG: {}.</source>
        <translation>Fovea kann weder PNG noch JPEG schreiben: {}.</translation>
    </message>
    <message>
        <source>Fovea does not read images of this format</source>
        <translation>Fovea liest keine Bilder dieses Formats</translation>
    </message>
    <message>
        <source>Fovea does not read sounds of this format</source>
        <translation>Fovea liest keine Tonaufnahmen dieses Formats</translation>
    </message>
    <message>
        <source>Fovea has no layer of the kind “{}”.</source>
        <translation>Fovea hat keine Schicht der Art „{}“.</translation>
    </message>
    <message>
        <source>Fovea has no layer “{}”.</source>
        <translation>Fovea hat keine Schicht „{}“.</translation>
    </message>
    <message>
        <source>Fovea has no rotated boxes; {} of {} are turned</source>
        <translation>Fovea kennt keine gedrehten Rahmen; {} von {} sind gedreht</translation>
    </message>
    <message>
        <source>Fovea has no such layer, and others read it</source>
        <translation>Fovea hat keine solche Schicht, und andere lesen sie</translation>
    </message>
    <message>
        <source>Fovea has no such layer.</source>
        <translation>Fovea hat keine solche Schicht.</translation>
    </message>
    <message>
        <source>Fovea met a fault of its own.</source>
        <translation>In Fovea selbst ist ein Fehler aufgetreten.</translation>
    </message>
    <message>
        <source>Fovea met a fault of its own: </source>
        <translation>In Fovea selbst ist ein Fehler aufgetreten: </translation>
    </message>
    <message>
        <source>Fovea network</source>
        <translation>Fovea-Netz</translation>
    </message>
    <message>
        <source>Fovea pools by the largest or the mean, not by {}</source>
        <translation>Fovea poolt mit dem Maximum oder dem Mittelwert, nicht mit {}</translation>
    </message>
    <message>
        <source>Fovea runs no Python code.</source>
        <translation>Fovea führt keinen Python-Code aus.</translation>
    </message>
    <message>
        <source>Free some space on the disk and try again; nothing was lost.</source>
        <translation>Platz auf dem Datenträger schaffen und erneut versuchen; nichts ging verloren.</translation>
    </message>
    <message>
        <source>Free some space or choose a folder on another disk; nothing was changed.</source>
        <translation>Platz schaffen oder einen Ordner auf einem anderen Datenträger wählen; nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Free some space or choose a folder on another disk; nothing was written.</source>
        <translation>Platz schaffen oder einen Ordner auf einem anderen Datenträger wählen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>Free some space, or unpack it yourself and import the folder.</source>
        <translation>Platz schaffen oder selbst auspacken und den Ordner importieren.</translation>
    </message>
    <message>
        <source>Free some space, or unpack the archive yourself and import the folder.</source>
        <translation>Platz schaffen oder das Archiv selbst auspacken und den Ordner importieren.</translation>
    </message>
    <message>
        <source>Give both files the same names in the same order, or import the folders one at a time.</source>
        <translation>Beiden Dateien dieselben Namen in derselben Reihenfolge geben, oder die Ordner einzeln importieren.</translation>
    </message>
    <message>
        <source>Give both, or 0 for both to leave images as they are.</source>
        <translation>Beide angeben, oder für beide 0, um Bilder zu lassen, wie sie sind.</translation>
    </message>
    <message>
        <source>Give each of them its own: {}.</source>
        <translation>Jeder davon ein eigenes geben: {}.</translation>
    </message>
    <message>
        <source>Give each shape with the name of its input, as --shape state=128.</source>
        <translation>Jede Form mit dem Namen ihrer Eingabe angeben, als --shape state=128.</translation>
    </message>
    <message>
        <source>Give it a sample of its data set.</source>
        <translation>Geben Sie ihm ein Beispiel seines Datensatzes.</translation>
    </message>
    <message>
        <source>Give it another name.</source>
        <translation>Ihr einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Give it at least one letter.</source>
        <translation>Mindestens einen Buchstaben angeben.</translation>
    </message>
    <message>
        <source>Give it weights of its own</source>
        <translation>Ihr eigene Gewichte geben</translation>
    </message>
    <message>
        <source>Give its value, as --value {}=16000.</source>
        <translation>Den Wert angeben, als --value {}=16000.</translation>
    </message>
    <message>
        <source>Give one for each class, or none.</source>
        <translation>Eines je Klasse angeben oder keines.</translation>
    </message>
    <message>
        <source>Give one number for each axis, or one for all.</source>
        <translation>Eine Zahl je Achse angeben oder eine für alle.</translation>
    </message>
    <message>
        <source>Give one size for each part, or none.</source>
        <translation>Eine Größe je Teil angeben oder keine.</translation>
    </message>
    <message>
        <source>Give rare classes more weight in the loss</source>
        <translation>Seltenen Klassen im Verlust mehr Gewicht geben</translation>
    </message>
    <message>
        <source>Give that one another name first.</source>
        <translation>Zuerst jenem einen anderen Namen geben.</translation>
    </message>
    <message>
        <source>Give the file the ending .csv, and import that.</source>
        <translation>Der Datei die Endung .csv geben und sie einlesen.</translation>
    </message>
    <message>
        <source>Give the last layer before it one unit more than there are classes.</source>
        <translation>Der letzten Schicht davor eine Einheit mehr geben, als es Klassen gibt.</translation>
    </message>
    <message>
        <source>Give the last layer before it {} filters for one class.</source>
        <translation>Der letzten Schicht davor für eine Klasse {} Filter geben.</translation>
    </message>
    <message>
        <source>Give the last layer before the loss {} units.</source>
        <translation>Der letzten Schicht vor dem Verlust {} Einheiten geben.</translation>
    </message>
    <message>
        <source>Give the last layer before the loss {} {}.</source>
        <translation>Der letzten Schicht vor dem Verlust {} {} geben.</translation>
    </message>
    <message>
        <source>Give the layer the values and the shape of the part that it is to read.</source>
        <translation>Der Schicht die Werte und die Form des Teils geben, den sie lesen soll.</translation>
    </message>
    <message>
        <source>Give the shape as one number: how many symbols a sample has.</source>
        <translation>Die Form als eine einzige Zahl angeben: wie viele Symbole ein Beispiel hat.</translation>
    </message>
    <message>
        <source>Give the shape of a sample of each input, as --shape state=128, with N where its samples are counted along another axis than the first, as --shape state=2xNx128.</source>
        <translation>Für jede Eingabe die Form eines Beispiels angeben, als --shape state=128, mit N, wo die Beispiele entlang einer anderen Achse als der ersten gezählt werden, als --shape state=2xNx128.</translation>
    </message>
    <message>
        <source>Give the shape of a sample, as --shape 3x224x224.</source>
        <translation>Die Form eines Beispiels angeben, als --shape 3x224x224.</translation>
    </message>
    <message>
        <source>Give their channels, height and width, as --shape 3x224x224.</source>
        <translation>Kanäle, Höhe und Breite angeben, etwa --shape 3x224x224.</translation>
    </message>
    <message>
        <source>Give {} names, or none.</source>
        <translation>{} Namen angeben oder keinen.</translation>
    </message>
    <message>
        <source>Goes from the last step to the first.</source>
        <translation>Läuft vom letzten Schritt zum ersten.</translation>
    </message>
    <message>
        <source>Grids of this format are not read. In Python: numpy.savez(&quot;a.npz&quot;, x=xarray.open_dataset(&quot;a.nc&quot;)[&quot;name&quot;].values), the samples along the first axis. Then import a.npz.</source>
        <translation>Gitter dieses Formats werden nicht gelesen. In Python: numpy.savez(&quot;a.npz&quot;, x=xarray.open_dataset(&quot;a.nc&quot;)[&quot;name&quot;].values), die Beispiele entlang der ersten Achse. Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>Groups must divide both the input channels and the filters.</source>
        <translation>Die Zahl der Gruppen muss sowohl die der Eingabekanäle als auch die der Filter teilen.</translation>
    </message>
    <message>
        <source>Groups of fields are nested more than {} deep.</source>
        <translation>Gruppen von Feldern sind mehr als {} Ebenen tief geschachtelt.</translation>
    </message>
    <message>
        <source>Halving keeps one configuration in 2 or more; epochs, draws and seeds are 1 or more.</source>
        <translation>Halbieren behält eine von 2 oder mehr Konfigurationen; Epochen, Ziehungen und Startwerte sind mindestens 1.</translation>
    </message>
    <message>
        <source>Height and width of the forward op's input.</source>
        <translation>Höhe und Breite der Eingabe der Vorwärtsoperation.</translation>
    </message>
    <message>
        <source>Height and width of the window.</source>
        <translation>Höhe und Breite des Fensters.</translation>
    </message>
    <message>
        <source>Here should be the name of a field, but there is {}.</source>
        <translation>Hier sollte der Name eines Feldes stehen, aber dort steht {}.</translation>
    </message>
    <message>
        <source>Hold it before another one begins.</source>
        <translation>Halten Sie sie an, bevor eine andere beginnt.</translation>
    </message>
    <message>
        <source>How many attentions share the numbers of a step.</source>
        <translation>Wie viele Attentions sich die Zahlen eines Schritts teilen.</translation>
    </message>
    <message>
        <source>How many inputs are connected: the last may be left out.</source>
        <translation>Wie viele Eingänge verbunden sind: Die letzten dürfen fehlen.</translation>
    </message>
    <message>
        <source>Hugging Face</source>
        <translation>Hugging Face</translation>
    </message>
    <message>
        <source>Hyperbolic tangent</source>
        <translation>Tangens hyperbolicus</translation>
    </message>
    <message>
        <source>Identifies this sum among those of a step.</source>
        <translation>Kennzeichnet diese Summe unter denen eines Schritts.</translation>
    </message>
    <message>
        <source>If each line is a row of a table, give the file the ending .csv, and import that. Otherwise write the numbers to a table or to arrays, a sample a row; in Python: numpy.savez(&quot;a.npz&quot;, x=…, y=…).</source>
        <translation>Ist jede Zeile die einer Tabelle, der Datei die Endung .csv geben und sie einlesen. Sonst die Zahlen in eine Tabelle oder in Arrays schreiben, ein Beispiel je Zeile; in Python: numpy.savez(&quot;a.npz&quot;, x=…, y=…).</translation>
    </message>
    <message>
        <source>If other programs show it, save it again without compression and tiles.</source>
        <translation>Wenn andere Programme es anzeigen, das Bild neu ohne Komprimierung und Kacheln speichern.</translation>
    </message>
    <message>
        <source>Images and texts are not read.</source>
        <translation>Bilder und Texte werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Images can be PNG, JPEG, BMP, WebP, TIFF, GIF, PGM, PPM or DICOM.</source>
        <translation>Bilder können PNG, JPEG, BMP, WebP, TIFF, GIF, PGM, PPM oder DICOM sein.</translation>
    </message>
    <message>
        <source>Images in this format are not read. Convert them to PNG or JPEG, for instance with ImageMagick: magick mogrify -format png FILES. Then import the folder.</source>
        <translation>Bilder in diesem Format werden nicht gelesen. Wandeln Sie sie in PNG oder JPEG um, etwa mit ImageMagick: magick mogrify -format png DATEIEN. Importieren Sie dann den Ordner.</translation>
    </message>
    <message>
        <source>Images of {} are too large.</source>
        <translation>Bilder von {} sind zu groß.</translation>
    </message>
    <message>
        <source>Import a data set, or open an image.</source>
        <translation>Einen Datensatz importieren oder ein Bild öffnen.</translation>
    </message>
    <message>
        <source>Import a data set.</source>
        <translation>Einen Datensatz importieren.</translation>
    </message>
    <message>
        <source>Import a text to be continued</source>
        <translation>Einen Text zum Fortsetzen importieren</translation>
    </message>
    <message>
        <source>Import again.</source>
        <translation>Noch einmal importieren.</translation>
    </message>
    <message>
        <source>Import its source again.</source>
        <translation>Die Quelle noch einmal importieren.</translation>
    </message>
    <message>
        <source>Import one first.</source>
        <translation>Zuerst einen importieren.</translation>
    </message>
    <message>
        <source>Import one in the Data workspace.</source>
        <translation>Unter Daten einen importieren.</translation>
    </message>
    <message>
        <source>Import the data set again from its source, or restore the folder from a copy.</source>
        <translation>Den Datensatz noch einmal aus seiner Quelle importieren oder den Ordner aus einer Kopie wiederherstellen.</translation>
    </message>
    <message>
        <source>Import the data set again from its source.</source>
        <translation>Den Datensatz noch einmal aus seiner Quelle importieren.</translation>
    </message>
    <message>
        <source>Import the data set again with a share for it.</source>
        <translation>Den Datensatz noch einmal mit einem Anteil dafür importieren.</translation>
    </message>
    <message>
        <source>Import the data set with a label for each of them.</source>
        <translation>Den Datensatz mit einem Label für jedes Beispiel importieren.</translation>
    </message>
    <message>
        <source>Import the data set with all images grey, or all in colour.</source>
        <translation>Den Datensatz mit lauter grauen oder lauter farbigen Bildern importieren.</translation>
    </message>
    <message>
        <source>Import the data set with all samples of one length.</source>
        <translation>Den Datensatz so importieren, dass alle Beispiele dieselbe Länge haben.</translation>
    </message>
    <message>
        <source>Import the table into a new data set.</source>
        <translation>Die Tabelle in einen neuen Datensatz importieren.</translation>
    </message>
    <message>
        <source>Import the table into a new data set; with text_length set, texts that are added later fit.</source>
        <translation>Die Tabelle in einen neuen Datensatz importieren; mit gesetztem text_length passen auch später hinzugefügte Texte.</translation>
    </message>
    <message>
        <source>Import the text again with step 0 and a length at which hardly any two windows are alike: they then lie one behind the other, and parts of the text stay together in one split</source>
        <translation>Den Text noch einmal importieren, mit Schritt 0 und einer Länge, bei der kaum zwei Fenster gleich sind: Sie liegen dann hintereinander, und Teile des Textes bleiben zusammen in einem Split</translation>
    </message>
    <message>
        <source>Import them in several parts.</source>
        <translation>In mehreren Teilen importieren.</translation>
    </message>
    <message>
        <source>Import without it (tables={}), or give both the same columns.</source>
        <translation>Ohne diese Tabelle importieren (tables={}) oder beiden dieselben Spalten geben.</translation>
    </message>
    <message>
        <source>In MATLAB save it with save(name, ..., &quot;-v7&quot;).</source>
        <translation>In MATLAB mit save(name, ..., &quot;-v7&quot;) speichern.</translation>
    </message>
    <message>
        <source>In Python: load them with numpy.loadtxt, numpy.stack them, and numpy.savez(&quot;a.npz&quot;, x=…, y=…). Then import a.npz. To train on their characters, choose the kind &quot;labelled_text&quot;.</source>
        <translation>In Python: mit numpy.loadtxt laden, mit numpy.stack stapeln, dann numpy.savez(&quot;a.npz&quot;, x=…, y=…). Danach a.npz importieren. Um mit ihren Zeichen zu trainieren, die Art „labelled_text“ wählen.</translation>
    </message>
    <message>
        <source>In Python: pandas.read_parquet(&quot;a.parquet&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv. Or build Fovea with Arrow's C++ library, see README.md.</source>
        <translation>In Python: pandas.read_parquet(&quot;a.parquet&quot;).to_csv(&quot;a.csv&quot;, index=False). Dann a.csv importieren. Oder Fovea mit der C++-Bibliothek von Arrow bauen, siehe README.md.</translation>
    </message>
    <message>
        <source>In Python: x, y = sklearn.datasets.load_svmlight_file(&quot;a.txt&quot;); numpy.savez(&quot;a.npz&quot;, x=x.toarray(), y=y). Then import a.npz.</source>
        <translation>In Python: x, y = sklearn.datasets.load_svmlight_file(&quot;a.txt&quot;); numpy.savez(&quot;a.npz&quot;, x=x.toarray(), y=y). Dann a.npz importieren.</translation>
    </message>
    <message>
        <source>In step {} the first came from {}.</source>
        <translation>In Schritt {} kam der erste ungültige Wert aus {}.</translation>
    </message>
    <message>
        <source>In the validation after step {} the first came from {}.</source>
        <translation>In der Validierung nach Schritt {} kam der erste ungültige Wert aus {}.</translation>
    </message>
    <message>
        <source>Input &quot;{}&quot; must be of type {}, not {}.</source>
        <translation>Die Eingabe „{}“ muss vom Typ {} sein, nicht {}.</translation>
    </message>
    <message>
        <source>Input [N, T, K]; output [N, T, units], or [N, units] of the last state; twice as many numbers in both directions.
Parameters of each recurrence: weight_input [{}, K], weight_hidden [{}, units], bias_input and bias_hidden [{}], drawn evenly between ±1/√units.
First state, carried over: for texts to be continued. A batch of N windows is N places of the text that are read side by side: row i of a batch goes on where row i of the batch before ended, and begins with the state that this ended with (learning still looks back no further than the window). The state is zero at the beginning of each epoch and of each validation, and where the text does not go on; validation keeps its own. Windows must lie one behind the other, as an import with step 0 cuts them. Batches in a row are alike then: let the learning rate fall towards the end (Cosine). A single sample begins at zero.
Defaults: 128 units, one layer, one direction, the whole sequence, first state zero, no dropout.</source>
        <translation>Eingabe [N, T, K]; Ausgabe [N, T, units], oder [N, units] beim letzten Zustand; in beiden Richtungen doppelt so viele Zahlen.
Parameter jeder Rekurrenz: weight_input [{}, K], weight_hidden [{}, units], bias_input und bias_hidden [{}], gleichverteilt zwischen ±1/√units gezogen.
Erster Zustand, übernommen: für Texte, die fortgesetzt werden sollen. Ein Batch aus N Fenstern sind N Stellen des Textes, die nebeneinander gelesen werden: Zeile i eines Batches geht dort weiter, wo Zeile i des vorigen Batches endete, und beginnt mit dem Zustand, mit dem diese endete (das Lernen blickt dennoch nicht weiter zurück als das Fenster). Der Zustand ist null am Anfang jeder Epoche und jeder Validierung und dort, wo der Text nicht weitergeht; die Validierung führt ihren eigenen. Die Fenster müssen lückenlos hintereinanderliegen, wie ein Import mit Schritt 0 sie schneidet. Aufeinanderfolgende Batches ähneln sich dann: Lassen Sie die Lernrate gegen Ende sinken (Kosinus). Ein einzelnes Beispiel beginnt bei null.
Vorgaben: 128 Einheiten, eine Schicht, eine Richtung, die ganze Sequenz, erster Zustand null, kein Dropout.</translation>
    </message>
    <message>
        <source>Input size</source>
        <translation>Eingabegröße</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>Ein-/Ausgabefehler</translation>
    </message>
    <message>
        <source>Inputs differ: {} and {} numbers.</source>
        <translation>Die Eingaben unterscheiden sich: Zahlen vom Typ {} und {}.</translation>
    </message>
    <message>
        <source>Inputs differ: {} and {}.</source>
        <translation>Die Eingänge sind verschieden: {} und {}.</translation>
    </message>
    <message>
        <source>Inputs of four axes have channels.</source>
        <translation>Eingaben mit vier Achsen haben Kanäle.</translation>
    </message>
    <message>
        <source>Insert Flatten</source>
        <translation>„Flach machen“ einfügen</translation>
    </message>
    <message>
        <source>Insert Flatten or Linear before it.</source>
        <translation>„Flach machen“ oder „Linear“ davor einfügen.</translation>
    </message>
    <message>
        <source>Insert Reshape before it.</source>
        <translation>„Umformen“ davor einfügen.</translation>
    </message>
    <message>
        <source>Insert Reshape to {}</source>
        <translation>„Umformen“ zu {} einfügen</translation>
    </message>
    <message>
        <source>Insert batch norm</source>
        <translation>Batch-Norm einfügen</translation>
    </message>
    <message>
        <source>Insert batch norm after the input</source>
        <translation>Batch-Norm hinter dem Eingang einfügen</translation>
    </message>
    <message>
        <source>Insert dropout</source>
        <translation>Dropout einfügen</translation>
    </message>
    <message>
        <source>Inside, at {}: {}</source>
        <translation>Innen, bei {}: {}</translation>
    </message>
    <message>
        <source>Install Debian's package dataset-fashion-mnist, or let FOVEA_FASHION_MNIST name a folder with its four IDX files.</source>
        <translation>Debians Paket dataset-fashion-mnist installieren oder mit FOVEA_FASHION_MNIST einen Ordner mit den vier IDX-Dateien angeben.</translation>
    </message>
    <message>
        <source>Install Open MPI (Debian and Ubuntu: libopenmpi3 or openmpi-bin) on each machine.</source>
        <translation>Open MPI (Debian und Ubuntu: libopenmpi3 oder openmpi-bin) auf jedem Rechner installieren.</translation>
    </message>
    <message>
        <source>Install it for CUDA 13 (toolkit, system package, or the nvidia wheels of a Python environment), or name its folder in the environment variable FOVEA_CUDA_PATH.</source>
        <translation>Für CUDA 13 installieren (Toolkit, Systempaket oder die nvidia-Wheels einer Python-Umgebung) oder den Ordner in der Umgebungsvariablen FOVEA_CUDA_PATH angeben.</translation>
    </message>
    <message>
        <source>Install libgif-dev and build again.</source>
        <translation>libgif-dev installieren und neu bauen.</translation>
    </message>
    <message>
        <source>Install libonnx-dev, libprotobuf-dev and protobuf-compiler, and configure the build again.</source>
        <translation>libonnx-dev, libprotobuf-dev und protobuf-compiler installieren und den Build neu konfigurieren.</translation>
    </message>
    <message>
        <source>Install libopencv-dev and build Fovea again, or convert the image to PGM or PPM.</source>
        <translation>libopencv-dev installieren und Fovea neu bauen, oder das Bild in PGM oder PPM umwandeln.</translation>
    </message>
    <message>
        <source>Install libopencv-dev and build Fovea again.</source>
        <translation>libopencv-dev installieren und Fovea neu bauen.</translation>
    </message>
    <message>
        <source>Install libsndfile1-dev and build again.</source>
        <translation>libsndfile1-dev installieren und neu bauen.</translation>
    </message>
    <message>
        <source>Install the NVIDIA driver, 580 or newer, or choose another device, such as cpu.</source>
        <translation>Den NVIDIA-Treiber 580 oder neuer installieren oder ein anderes Gerät wählen, etwa cpu.</translation>
    </message>
    <message>
        <source>Install the driver again.</source>
        <translation>Den Treiber neu installieren.</translation>
    </message>
    <message>
        <source>Instance norm needs several positions in each channel, but got {}.</source>
        <translation>Die Instanz-Norm braucht mehrere Positionen in jedem Kanal, erhielt aber {}.</translation>
    </message>
    <message>
        <source>Instruction {} ({}) of a pointwise program reads register {}, but only 0 to {} are known there.</source>
        <translation>Befehl {} ({}) eines punktweisen Programms liest Register {}, aber dort sind nur 0 bis {} bekannt.</translation>
    </message>
    <message>
        <source>Inversion begins with a sample of the network.</source>
        <translation>Die Inversion beginnt mit einem Beispiel des Netzes.</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>ist ein Ordner</translation>
    </message>
    <message>
        <source>It can be trained all the same; the others are then never right.</source>
        <translation>Trainieren lässt es sich trotzdem; die anderen sind dann nie richtig.</translation>
    </message>
    <message>
        <source>It cannot be read.</source>
        <translation>Sie lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>It chooses among the sizes that the stride leaves open: use less of it.</source>
        <translation>Sie wählt unter den Größen, die die Schrittweite offenlässt: Weniger davon verwenden.</translation>
    </message>
    <message>
        <source>It compares as many channels with each other, but got {} and {}.</source>
        <translation>Verglichen werden gleich viele Kanäle miteinander, hier sind es aber {} und {}.</translation>
    </message>
    <message>
        <source>It compares layers of one shape, but got {} and {}.</source>
        <translation>Verglichen werden Schichten derselben Form, hier sind es aber {} und {}.</translation>
    </message>
    <message>
        <source>It compares with {}, but {} with {}.</source>
        <translation>Dieser Verlust vergleicht mit {~}, {} aber mit {~}.</translation>
    </message>
    <message>
        <source>It does not say its shape.</source>
        <translation>Die Form ist nicht angegeben.</translation>
    </message>
    <message>
        <source>It expects samples of {}, but those of {} are {}{}.</source>
        <translation>Die Schicht erwartet Beispiele von {}, aber die von {} sind {}{}.</translation>
    </message>
    <message>
        <source>It expects {}, but {} holds {}.</source>
        <translation>Die Schicht erwartet {~}, aber {} enthält {}.</translation>
    </message>
    <message>
        <source>It expects {}.</source>
        <translation>Es erwartet {}.</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>Er ist gescheitert.</translation>
    </message>
    <message>
        <source>It has no content.</source>
        <translation>Es gibt keinen Inhalt.</translation>
    </message>
    <message>
        <source>It has too many classes.</source>
        <translation>Es hat zu viele Klassen.</translation>
    </message>
    <message>
        <source>It has {} in a form that is not read.</source>
        <translation>Darin ist {} in einer Variante, die nicht gelesen wird.</translation>
    </message>
    <message>
        <source>It has: {}.</source>
        <translation>Vorhanden sind: {}.</translation>
    </message>
    <message>
        <source>It has: {}{}.</source>
        <translation>Vorhanden sind: {}{}.</translation>
    </message>
    <message>
        <source>It holds elements of the type &quot;{}&quot;, which are no numbers that Fovea reads.</source>
        <translation>Enthalten sind Elemente des Typs „{}“, die keine Zahlen sind, die Fovea liest.</translation>
    </message>
    <message>
        <source>It holds more than 10 million shapes.</source>
        <translation>Die Datei enthält mehr als 10 Millionen Formen.</translation>
    </message>
    <message>
        <source>It holds more than {} arrays.</source>
        <translation>Die Datei enthält mehr als {} Arrays.</translation>
    </message>
    <message>
        <source>It holds more than {} groups and arrays, or too deep ones.</source>
        <translation>Die Datei enthält mehr als {} Gruppen und Arrays oder zu tief geschachtelte.</translation>
    </message>
    <message>
        <source>It holds more than {} values of structures and cells.</source>
        <translation>Sie enthält mehr als {} Werte von Strukturen und Zellen.</translation>
    </message>
    <message>
        <source>It holds no HDF5 arrays that are read. In Python: f = h5py.File(&quot;a.h5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Then import a.npz.</source>
        <translation>Es sind keine HDF5-Arrays enthalten, die gelesen werden. In Python: f = h5py.File(&quot;a.h5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Dann a.npz importieren.</translation>
    </message>
    <message>
        <source>It holds no HDF5 arrays that are read. In Python: f = h5py.File(&quot;a.hdf5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Then import a.npz.</source>
        <translation>Es sind keine HDF5-Arrays enthalten, die gelesen werden. In Python: f = h5py.File(&quot;a.hdf5&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;x&quot;], y=f[&quot;y&quot;]). Dann a.npz importieren.</translation>
    </message>
    <message>
        <source>It holds no arrays of samples, such as x and y.</source>
        <translation>Die Datei enthält keine Arrays von Beispielen, wie x und y.</translation>
    </message>
    <message>
        <source>It holds no arrays that are read. In Python: d = scipy.io.loadmat(&quot;a.mat&quot;); numpy.savez(&quot;a.npz&quot;, x=d[&quot;X&quot;], y=d[&quot;y&quot;]), the samples along the first axis. Then import a.npz.</source>
        <translation>Die Datei enthält keine Arrays, die gelesen werden. In Python: d = scipy.io.loadmat(&quot;a.mat&quot;); numpy.savez(&quot;a.npz&quot;, x=d[&quot;X&quot;], y=d[&quot;y&quot;]), die Beispiele entlang der ersten Achse. Dann a.npz importieren.</translation>
    </message>
    <message>
        <source>It holds nothing that can be imported.</source>
        <translation>Die Datei enthält nichts, was importiert werden kann.</translation>
    </message>
    <message>
        <source>It holds records or tables. Where they are rows of samples, open one of the files; to train on their characters, choose the kind &quot;text&quot;.</source>
        <translation>Enthalten sind Einträge oder Tabellen. Sind es Zeilen von Beispielen, eine der Dateien öffnen; um mit ihren Zeichen zu trainieren, die Art „text“ wählen.</translation>
    </message>
    <message>
        <source>It holds records rather than numbers.</source>
        <translation>Enthalten sind Strukturen (Records) statt Zahlen.</translation>
    </message>
    <message>
        <source>It holds the instruction 0x{}, which no table of numbers needs.</source>
        <translation>Enthalten ist die Anweisung 0x{}, die keine Zahlentabelle braucht.</translation>
    </message>
    <message>
        <source>It is a file of MATLAB 7.3 and holds no arrays that are read. In Python: f = h5py.File(&quot;a.mat&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;X&quot;], y=f[&quot;y&quot;]), the samples along the first axis. Then import a.npz.</source>
        <translation>Es ist eine Datei von MATLAB 7.3 und enthält keine Arrays, die gelesen werden. In Python: f = h5py.File(&quot;a.mat&quot;); numpy.savez(&quot;a.npz&quot;, x=f[&quot;X&quot;], y=f[&quot;y&quot;]), die Beispiele längs der ersten Achse. Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>It is a program that asks for &quot;{}&quot; to be run, which Fovea does not.</source>
        <translation>Das ist ein Programm, das „{}“ ausführen lassen will, und das tut Fovea nicht.</translation>
    </message>
    <message>
        <source>It is a single number.</source>
        <translation>Das ist eine einzelne Zahl.</translation>
    </message>
    <message>
        <source>It is cut off: its header asks for {} bytes, and {} are there.</source>
        <translation>Abgeschnitten: Der Header verlangt {} Bytes, und {} sind da.</translation>
    </message>
    <message>
        <source>It is damaged or cut off.</source>
        <translation>Die Datei ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>It is kept as {}; choices and notes begin anew.</source>
        <translation>Sie ist als {} aufgehoben; Auswahl und Notizen beginnen neu.</translation>
    </message>
    <message>
        <source>It is kept in Fortran order.</source>
        <translation>In Fortran-Reihenfolge gespeichert.</translation>
    </message>
    <message>
        <source>It is no HDF5 file.</source>
        <translation>Das ist keine HDF5-Datei.</translation>
    </message>
    <message>
        <source>It is no array of NumPy.</source>
        <translation>Das ist kein NumPy-Array.</translation>
    </message>
    <message>
        <source>It is no pickle that can be read: {}, at byte {}.</source>
        <translation>Das ist kein lesbares Pickle: {}, bei Byte {}.</translation>
    </message>
    <message>
        <source>It is no zip file whose members can be read where they lie.</source>
        <translation>Das ist keine zip-Datei, deren Einträge sich an Ort und Stelle lesen lassen.</translation>
    </message>
    <message>
        <source>It is not clear what to make of {}: perhaps {}, because {}.</source>
        <translation>Nicht eindeutig: {}; vielleicht {}, denn {}.</translation>
    </message>
    <message>
        <source>It is not known with which options {} was imported.</source>
        <translation>Es ist nicht bekannt, mit welchen Optionen {} importiert wurde.</translation>
    </message>
    <message>
        <source>It is one of: {}.</source>
        <translation>Möglich sind: {}.</translation>
    </message>
    <message>
        <source>It is too long.</source>
        <translation>Es ist zu lang.</translation>
    </message>
    <message>
        <source>It needs a {}, which {} does not have.</source>
        <translation>Benötigt wird „{}“, aber {} hat das nicht.</translation>
    </message>
    <message>
        <source>It uses the weights of {}, but this sheet has no layer of that name.</source>
        <translation>Benutzt werden die Gewichte von {}, aber dieses Blatt hat keine Schicht dieses Namens.</translation>
    </message>
    <message>
        <source>Its classes are along the last axis.</source>
        <translation>Die Klassen liegen entlang der letzten Achse.</translation>
    </message>
    <message>
        <source>Its header is cut off.</source>
        <translation>Der Header ist abgeschnitten.</translation>
    </message>
    <message>
        <source>Its header is wrong or another file was appended to it: fetch the file again.</source>
        <translation>Der Header ist falsch, oder eine andere Datei wurde angehängt: Die Datei erneut herunterladen.</translation>
    </message>
    <message>
        <source>Its input is of unknown size.</source>
        <translation>Der Eingang ist von unbekannter Größe.</translation>
    </message>
    <message>
        <source>Its inputs are {}.</source>
        <translation>Die Eingaben sind {}.</translation>
    </message>
    <message>
        <source>Its name is wrong, or the images and the labels file were swapped: rename them.</source>
        <translation>Der Name ist falsch, oder die Dateien mit den Bildern und den Labels wurden vertauscht: umbenennen.</translation>
    </message>
    <message>
        <source>Its samples have too many parts.</source>
        <translation>Die Beispiele haben zu viele Teile.</translation>
    </message>
    <message>
        <source>Its shape {} is invalid.</source>
        <translation>Die Form {} ist ungültig.</translation>
    </message>
    <message>
        <source>Its training has diverged: choose an earlier checkpoint.</source>
        <translation>Das Training ist divergiert: Einen früheren Checkpoint wählen.</translation>
    </message>
    <message>
        <source>Its {} would be {}, but that of {} is {}.</source>
        <translation>„{}“ wäre hier {}, bei {} aber {}.</translation>
    </message>
    <message>
        <source>Its {} would be {}, but that of “{}” is {}: they cannot be the same weights.</source>
        <translation>„{}“ wäre hier {}, bei „{}“ aber {}: Das können nicht dieselben Gewichte sein.</translation>
    </message>
    <message>
        <source>Keep a last window that reaches over the edge.</source>
        <translation>Ein letztes Fenster behalten, das über den Rand hinausragt.</translation>
    </message>
    <message>
        <source>Keep axes</source>
        <translation>Achsen behalten</translation>
    </message>
    <message>
        <source>Keep one line of names above the rows, and import that. With header=yes, the second one is read as a row.</source>
        <translation>Eine Zeile mit Namen über den übrigen lassen und das einlesen. Mit header=yes wird die zweite als Zeile der Tabelle gelesen.</translation>
    </message>
    <message>
        <source>Keep one of the two losses.</source>
        <translation>Einen der beiden Verluste behalten.</translation>
    </message>
    <message>
        <source>Keep the others as they are, or begin a new run.</source>
        <translation>Die anderen lassen, wie sie sind, oder einen neuen Lauf beginnen.</translation>
    </message>
    <message>
        <source>Keeps what the backward pass needs.</source>
        <translation>Behält, was der Rückwärtsdurchlauf braucht.</translation>
    </message>
    <message>
        <source>Known kinds: {}.</source>
        <translation>Bekannte Arten: {}.</translation>
    </message>
    <message>
        <source>Label Studio</source>
        <translation>Label Studio</translation>
    </message>
    <message>
        <source>Label some images first, or import the folder of the images alone: kind=folder.</source>
        <translation>Versehen Sie zuerst einige Bilder mit Labels, oder importieren Sie nur den Ordner der Bilder: kind=folder.</translation>
    </message>
    <message>
        <source>Layers learn best with mean 0 and deviation 1.</source>
        <translation>Schichten lernen am besten mit Mittelwert 0 und Abweichung 1.</translation>
    </message>
    <message>
        <source>Layers of other phases that were left out: {}.</source>
        <translation>Ausgelassene Schichten anderer Phasen: {}.</translation>
    </message>
    <message>
        <source>Layers with weights: {}; others have none yet.</source>
        <translation>Schichten mit Gewichten: {}; andere haben noch keine.</translation>
    </message>
    <message>
        <source>Layers within blocks are named after both: “block/layer”.</source>
        <translation>Schichten in Blöcken heißen nach beiden: „Block/Schicht“.</translation>
    </message>
    <message>
        <source>Leave class_depth empty.</source>
        <translation>class_depth leer lassen.</translation>
    </message>
    <message>
        <source>Leave out files that only describe a study, such as DICOMDIR, plans and reports.</source>
        <translation>Dateien weglassen, die nur eine Untersuchung beschreiben, etwa DICOMDIR, Pläne und Berichte.</translation>
    </message>
    <message>
        <source>Leave out the option orientation.</source>
        <translation>Die Option orientation weglassen.</translation>
    </message>
    <message>
        <source>Leave some out, or lower most_categories.</source>
        <translation>Einige auslassen oder most_categories senken.</translation>
    </message>
    <message>
        <source>Leave the letters as they are, or install libutf8proc-dev and build again.</source>
        <translation>Lassen Sie die Buchstaben, wie sie sind, oder installieren Sie libutf8proc-dev und bauen Sie neu.</translation>
    </message>
    <message>
        <source>Leaves each reduced axis with one entry.</source>
        <translation>Lässt jeder zusammengefassten Achse einen Eintrag.</translation>
    </message>
    <message>
        <source>Left out: {}.</source>
        <translation>Ausgelassen: {1}.</translation>
    </message>
    <message>
        <source>Let &quot;epochs&quot; not vary, or leave halving out.</source>
        <translation>Ändern Sie „epochs“ nicht, oder lassen Sie das Halbieren weg.</translation>
    </message>
    <message>
        <source>Let all weights learn</source>
        <translation>Alle Gewichte lernen lassen</translation>
    </message>
    <message>
        <source>Let it name the folder with the four IDX files, or unset it.</source>
        <translation>Damit den Ordner mit den vier IDX-Dateien angeben, oder die Variable löschen.</translation>
    </message>
    <message>
        <source>Let it stand outside and lead an edge into the block.</source>
        <translation>Sie außerhalb stehen lassen und eine Verbindung in den Block führen.</translation>
    </message>
    <message>
        <source>Let the layer before the loss give {}.</source>
        <translation>Die Schicht vor dem Verlust sollte {} ergeben.</translation>
    </message>
    <message>
        <source>Let the network's output be like its input, to reproduce it.</source>
        <translation>Die Ausgabe des Netzes wie seine Eingabe sein lassen, um diese wiederzugeben.</translation>
    </message>
    <message>
        <source>Let the network's output have the size of its input, or a whole number of times that, with padding in its convolutions.</source>
        <translation>Die Ausgabe des Netzes sollte die Größe der Eingabe haben oder ein ganzes Vielfaches davon, mit Auffüllung in den Faltungen.</translation>
    </message>
    <message>
        <source>Let the others begin fresh, or choose another checkpoint.</source>
        <translation>Die anderen neu beginnen lassen oder einen anderen Checkpoint wählen.</translation>
    </message>
    <message>
        <source>Let the zeros of the padding count in the average.</source>
        <translation>Die Nullen der Auffüllung im Mittelwert mitzählen.</translation>
    </message>
    <message>
        <source>Let them be at most {} together.</source>
        <translation>Zusammen dürfen sie höchstens {} sein.</translation>
    </message>
    <message>
        <source>Let {} learn</source>
        <translation>{} lernen lassen</translation>
    </message>
    <message>
        <source>Limits each number of the gradient to plus and minus this; 0: no limit.</source>
        <translation>Begrenzt jede Zahl des Gradienten auf plus und minus diesen Wert; 0: keine Grenze.</translation>
    </message>
    <message>
        <source>Line {}, column {}: {}</source>
        <translation>Zeile {}, Spalte {}: {}</translation>
    </message>
    <message>
        <source>Look at neighbours in the image, not at other channels.</source>
        <translation>Nachbarn im Bild betrachten, nicht andere Kanäle.</translation>
    </message>
    <message>
        <source>Look at the reasons of those skipped.</source>
        <translation>Die Gründe der übersprungenen ansehen.</translation>
    </message>
    <message>
        <source>Look at the samples, and import the data again if they are not what they should be.</source>
        <translation>Sehen Sie die Beispiele an und importieren Sie die Daten neu, wenn sie nicht sind, was sie sein sollen.</translation>
    </message>
    <message>
        <source>Look whether the disk is full.</source>
        <translation>Nachsehen, ob der Datenträger voll ist.</translation>
    </message>
    <message>
        <source>Looking at batches</source>
        <translation>Batches werden angesehen</translation>
    </message>
    <message>
        <source>Looking for duplicates</source>
        <translation>Doppelte werden gesucht</translation>
    </message>
    <message>
        <source>Looking for samples</source>
        <translation>Beispiele werden gesucht</translation>
    </message>
    <message>
        <source>Looking into the source was cancelled.</source>
        <translation>Das Ansehen der Quelle wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Looking through the archive</source>
        <translation>Das Archiv wird durchgesehen</translation>
    </message>
    <message>
        <source>Looking through the archive was cancelled.</source>
        <translation>Das Durchsehen des Archivs wurde abgebrochen.</translation>
    </message>
    <message>
        <source>MATLAB stores pictures by columns, and their orientation cannot be told</source>
        <translation>MATLAB speichert Bilder spaltenweise, und ihre Ausrichtung ist nicht zu erkennen</translation>
    </message>
    <message>
        <source>Make a checkpoint of it: fovea-cli network convert MODEL checkpoint.safetensors.</source>
        <translation>Daraus einen Checkpoint machen: fovea-cli network convert MODELL checkpoint.safetensors.</translation>
    </message>
    <message>
        <source>Make it smaller first.</source>
        <translation>Das Bild zuerst verkleinern.</translation>
    </message>
    <message>
        <source>Make it smaller, or take its first frame.</source>
        <translation>Das Bild verkleinern oder seinen ersten Frame nehmen.</translation>
    </message>
    <message>
        <source>Make it smaller.</source>
        <translation>Das Bild verkleinern.</translation>
    </message>
    <message>
        <source>Make several of it.</source>
        <translation>Mehrere daraus machen.</translation>
    </message>
    <message>
        <source>Make the block its own</source>
        <translation>Den Block zu einem eigenen machen</translation>
    </message>
    <message>
        <source>Making layers, and comparing on a sample</source>
        <translation>Schichten werden angelegt und an einem Beispiel verglichen</translation>
    </message>
    <message>
        <source>Masks can hold {} classes, and there are {}.</source>
        <translation>Masken können {} Klassen enthalten, und es gibt {}.</translation>
    </message>
    <message>
        <source>Match with 1×1 convolution</source>
        <translation>Mit 1×1-Faltung anpassen</translation>
    </message>
    <message>
        <source>Match with linear layer</source>
        <translation>Mit linearer Schicht anpassen</translation>
    </message>
    <message>
        <source>Max pooling 3D</source>
        <translation>Max-Pooling 3D</translation>
    </message>
    <message>
        <source>Max unpooling needs positions as its second input, but got numbers.</source>
        <translation>Max-Unpooling braucht als zweiten Eingang Positionen, erhielt aber Zahlen.</translation>
    </message>
    <message>
        <source>Measuring samples</source>
        <translation>Beispiele werden vermessen</translation>
    </message>
    <message>
        <source>Measuring the samples was cancelled.</source>
        <translation>Das Vermessen der Beispiele wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Measuring the steps of one device</source>
        <translation>Die Schritte eines Geräts werden gemessen</translation>
    </message>
    <message>
        <source>Meshes and clouds of points are not read. Write their points to an array, in Python: numpy.savez(&quot;a.npz&quot;, x=points, y=classes), a sample along the first axis. Then import a.npz.</source>
        <translation>Netze und Punktwolken werden nicht gelesen. Schreiben Sie ihre Punkte in ein Array, in Python: numpy.savez(&quot;a.npz&quot;, x=points, y=classes), mit den Beispielen entlang der ersten Achse. Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>Mixed precision is f16 or bf16, not </source>
        <translation>Gemischte Genauigkeit ist f16 oder bf16, nicht </translation>
    </message>
    <message>
        <source>More than one extent is -1.</source>
        <translation>Mehr als eine Ausdehnung ist -1.</translation>
    </message>
    <message>
        <source>Most of what is in {}, such as {}, holds no text and is of no form that is read.</source>
        <translation>Das meiste in {}, etwa {}, enthält keinen Text und hat keine Form, die gelesen wird.</translation>
    </message>
    <message>
        <source>Most of what is there are tables or records, such as {}, and {} is a text beside them.</source>
        <translation>Das meiste dort sind Tabellen oder Datensätze wie {}, und {} ist ein Text daneben.</translation>
    </message>
    <message>
        <source>Move it away to begin anew.</source>
        <translation>Die Datei beiseitelegen, um neu zu beginnen.</translation>
    </message>
    <message>
        <source>Multiplies the learning rate of this parameter.</source>
        <translation>Multipliziert die Lernrate dieses Parameters.</translation>
    </message>
    <message>
        <source>NVIDIA driver: {} not found in {}</source>
        <translation>NVIDIA-Treiber: {} nicht gefunden in: {}</translation>
    </message>
    <message>
        <source>NVIDIA's library of GPU figures (NVML) is not on this machine: {}.</source>
        <translation>NVIDIAs Bibliothek für GPU-Kennzahlen (NVML) ist auf diesem Rechner nicht vorhanden: {}.</translation>
    </message>
    <message>
        <source>NVML does not start: error {}.</source>
        <translation>NVML startet nicht: Fehler {}.</translation>
    </message>
    <message>
        <source>Name a device for each rank, such as cuda:0,cuda:1, or start fewer ranks; only the processor can be divided among several ranks.</source>
        <translation>Nennen Sie für jeden Rang ein Gerät, etwa cuda:0,cuda:1, oder starten Sie weniger Ränge; nur der Prozessor kann auf mehrere Ränge aufgeteilt werden.</translation>
    </message>
    <message>
        <source>Name a file that ends in .onnx, .prototxt, .safetensors or .json, or a standard network.</source>
        <translation>Eine Datei angeben, die auf .onnx, .prototxt, .safetensors oder .json endet, oder ein Standardnetz.</translation>
    </message>
    <message>
        <source>Name a file that ends in .onnx, .prototxt, .safetensors, .json or .py.</source>
        <translation>Eine Datei angeben, die auf .onnx, .prototxt, .safetensors, .json oder .py endet.</translation>
    </message>
    <message>
        <source>Name a folder that you may write to.</source>
        <translation>Einen Ordner nennen, in den geschrieben werden darf.</translation>
    </message>
    <message>
        <source>Name a layer of the same kind, or give this one weights of its own.</source>
        <translation>Eine Schicht derselben Art nennen oder dieser eigene Gewichte geben.</translation>
    </message>
    <message>
        <source>Name a layer of the same sheet, or give this one weights of its own.</source>
        <translation>Eine Schicht desselben Blatts nennen oder dieser eigene Gewichte geben.</translation>
    </message>
    <message>
        <source>Name a setting with several values, or ask for several seeds.</source>
        <translation>Nennen Sie eine Einstellung mit mehreren Werten, oder verlangen Sie mehrere Startwerte.</translation>
    </message>
    <message>
        <source>Name another layer, or give this one weights of its own.</source>
        <translation>Eine andere Schicht nennen oder dieser eigene Gewichte geben.</translation>
    </message>
    <message>
        <source>Name devices of one kind.</source>
        <translation>Nennen Sie Geräte einer Art.</translation>
    </message>
    <message>
        <source>Name each device once; only the processor can be divided among several ranks.</source>
        <translation>Nennen Sie jedes Gerät einmal; nur der Prozessor lässt sich auf mehrere Ränge aufteilen.</translation>
    </message>
    <message>
        <source>Name one of its layers; those of a block are named as block/layer.</source>
        <translation>Eine seiner Schichten nennen; die eines Blocks heißen block/layer.</translation>
    </message>
    <message>
        <source>Name one of the network's layers.</source>
        <translation>Eine der Schichten des Netzes nennen.</translation>
    </message>
    <message>
        <source>Name the column that holds the class of a row with label_column.</source>
        <translation>Nennen Sie die Spalte mit der Klasse einer Zeile mit label_column.</translation>
    </message>
    <message>
        <source>Name the folder of a run's checkpoints, as in demo/checkpoints/1.</source>
        <translation>Den Ordner mit den Checkpoints eines Laufs angeben, etwa demo/checkpoints/1.</translation>
    </message>
    <message>
        <source>Name the folder of one run: the one with files called events.out.tfevents….</source>
        <translation>Den Ordner eines einzelnen Laufs angeben: den mit Dateien namens events.out.tfevents….</translation>
    </message>
    <message>
        <source>Name the layer as the part that it is to read.</source>
        <translation>Die Schicht wie den Teil nennen, den sie lesen soll.</translation>
    </message>
    <message>
        <source>Name the layer that has the weights.</source>
        <translation>Die Schicht nennen, die die Gewichte hat.</translation>
    </message>
    <message>
        <source>Name the layer that is to be watched.</source>
        <translation>Die Schicht nennen, die beobachtet werden soll.</translation>
    </message>
    <message>
        <source>Name them: inputs=NAME, and targets=NAME where there are any.</source>
        <translation>Die Namen angeben: inputs=NAME und, wo es Ziele gibt, targets=NAME.</translation>
    </message>
    <message>
        <source>Name what is to be used with keep_columns, feature_columns or text_column, or import all columns as inputs with task=unlabelled.</source>
        <translation>Was benutzt werden soll, mit keep_columns, feature_columns oder text_column nennen, oder mit task=unlabelled alle Spalten als Eingaben importieren.</translation>
    </message>
    <message>
        <source>Name what is to be used with keep_columns, feature_columns or text_column.</source>
        <translation>Was benutzt werden soll, mit keep_columns, feature_columns oder text_column nennen.</translation>
    </message>
    <message>
        <source>Names are those of layers, as in &quot;conv1.weight&quot;: keep them where layers are to keep what they learnt.</source>
        <translation>Namen sind die von Schichten, wie in „conv1.weight“: Sie beibehalten, wo Schichten behalten sollen, was sie gelernt haben.</translation>
    </message>
    <message>
        <source>Names, or numbers from 1, separated by commas; empty takes </source>
        <translation>Namen oder Nummern ab 1, durch Kommas getrennt; leer: </translation>
    </message>
    <message>
        <source>Nesterov looks ahead along the momentum, which is 0.</source>
        <translation>Nesterov schaut entlang des Momentums voraus, und das ist 0.</translation>
    </message>
    <message>
        <source>No IDX files were found in {}.</source>
        <translation>In {} wurden keine IDX-Dateien gefunden.</translation>
    </message>
    <message>
        <source>No NVIDIA driver: {} was not found in {}.</source>
        <translation>Kein NVIDIA-Treiber: {} nicht gefunden (gesucht in: {}).</translation>
    </message>
    <message>
        <source>No annotation has the attribute &quot;{}&quot;.</source>
        <translation>Keine Annotation hat das Attribut „{}“.</translation>
    </message>
    <message>
        <source>No batch of {} samples can be made up for &quot;{}&quot; ({}, whole numbers from {} to below {}).</source>
        <translation>Für „{2}“ lässt sich kein Batch von {1} Beispielen ausdenken ({3}, ganze Zahlen von {4} bis unter {5}).</translation>
    </message>
    <message>
        <source>No data enters the network: it has no input layer.</source>
        <translation>In das Netz kommen keine Daten: Es hat keine Eingabeschicht.</translation>
    </message>
    <message>
        <source>No earlier state of the network is kept.</source>
        <translation>Es ist kein früherer Stand des Netzes aufbewahrt.</translation>
    </message>
    <message>
        <source>No gradient reaches them, so they do not learn any more.</source>
        <translation>Kein Gradient erreicht sie, also lernen sie nicht mehr.</translation>
    </message>
    <message>
        <source>No layer before “{}” produces the blob “{}”, which it reads.</source>
        <translation>Keine Schicht vor „{}“ erzeugt den Blob „{}“, den sie liest.</translation>
    </message>
    <message>
        <source>No layer can learn: the weights of all are frozen.</source>
        <translation>Keine Schicht kann lernen: Die Gewichte aller sind eingefroren.</translation>
    </message>
    <message>
        <source>No layer is selected.</source>
        <translation>Keine Schicht ist ausgewählt.</translation>
    </message>
    <message>
        <source>No layer of the network can learn: it has no weights, or all are frozen.</source>
        <translation>Keine Schicht des Netzes kann lernen: Es hat keine Gewichte, oder alle sind eingefroren.</translation>
    </message>
    <message>
        <source>No layer of the network has channels with positions.</source>
        <translation>Keine Schicht des Netzes hat Kanäle mit Positionen.</translation>
    </message>
    <message>
        <source>No layer of the text is in it.</source>
        <translation>Keine Schicht des Textes ist darin.</translation>
    </message>
    <message>
        <source>No lists with classes of several depths lie beside these images.</source>
        <translation>Neben diesen Bildern liegen keine Listen mit Klassen verschiedener Tiefe.</translation>
    </message>
    <message>
        <source>No number of devices is given.</source>
        <translation>Es ist keine Zahl von Geräten angegeben.</translation>
    </message>
    <message>
        <source>No project is open that could keep it.</source>
        <translation>Es ist kein Projekt geöffnet, das sie behalten könnte.</translation>
    </message>
    <message>
        <source>No project is open, so the weights were not kept.</source>
        <translation>Es ist kein Projekt geöffnet, deshalb wurden die Gewichte nicht behalten.</translation>
    </message>
    <message>
        <source>No project is open.</source>
        <translation>Es ist kein Projekt geöffnet.</translation>
    </message>
    <message>
        <source>No sample is chosen for the new data set.</source>
        <translation>Für den neuen Datensatz ist kein Beispiel ausgewählt.</translation>
    </message>
    <message>
        <source>No sample of this data set can be read.</source>
        <translation>Kein Beispiel dieses Datensatzes lässt sich lesen.</translation>
    </message>
    <message>
        <source>No samples enter the network: it only learns an input of its own.</source>
        <translation>In das Netz gehen keine Beispiele ein: Es lernt nur eine eigene Eingabe.</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>kein Platz mehr auf dem Datenträger</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>Datei oder Ordner gibt es nicht</translation>
    </message>
    <message>
        <source>No target is {} times its input.</source>
        <translation>Kein Ziel ist {}-mal so groß wie seine Eingabe.</translation>
    </message>
    <message>
        <source>No temporary folder could be made.</source>
        <translation>Es ließ sich kein temporärer Ordner anlegen.</translation>
    </message>
    <message>
        <source>No text for training was written: {}</source>
        <translation>Ein Text zum Trainieren wurde nicht geschrieben: {}</translation>
    </message>
    <message>
        <source>None of the images that the list of boxes names is there.</source>
        <translation>Keines der Bilder, die die Liste der Rahmen nennt, ist da.</translation>
    </message>
    <message>
        <source>None of the images that {} names is there.</source>
        <translation>Von den Bildern, die {} nennt, ist keines vorhanden.</translation>
    </message>
    <message>
        <source>None of the weights of &quot;{}&quot; fit this network: no layer has the same name or stands at the same place, with the same shape.</source>
        <translation>Keines der Gewichte von „{}“ passt zu diesem Netz: Keine Schicht hat denselben Namen oder steht an derselben Stelle, bei gleicher Form.</translation>
    </message>
    <message>
        <source>None of the {} below {} holds an object with a box (&quot;bndbox&quot;) as Pascal VOC has them.</source>
        <translation>Unter {2} gibt es {1}, aber keine davon enthält ein Objekt mit einem Rahmen („bndbox“), wie Pascal VOC sie hat.</translation>
    </message>
    <message>
        <source>Normalisation needs [N, C, ...] with numbers in it, but got {}.</source>
        <translation>Die Normalisierung braucht [N, C, ...] mit Zahlen darin, erhielt aber {}.</translation>
    </message>
    <message>
        <source>Normalisation needs [N, C, ...] with numbers in it, but the {} is {}.</source>
        <translation>Die Normalisierung braucht [N, C, ...] mit Zahlen darin, aber „{}“ ist {}.</translation>
    </message>
    <message>
        <source>Normalisation within channels</source>
        <translation>Die Normalisierung innerhalb von Kanälen</translation>
    </message>
    <message>
        <source>Normalisation within channels needs images [N, C, H, W], but got {}.</source>
        <translation>Die Normalisierung innerhalb von Kanälen braucht Bilder [N, C, H, W], erhielt aber {}.</translation>
    </message>
    <message>
        <source>Normalise follows from the data set.</source>
        <translation>Das Normalisieren ergibt sich aus dem Datensatz.</translation>
    </message>
    <message>
        <source>Normalise has {} means and {} deviations for images of {} channels.</source>
        <translation>Normalisieren hat {} Mittelwerte und {} Abweichungen für Bilder mit {} Kanälen.</translation>
    </message>
    <message>
        <source>Normalise must be the last of the transforms.</source>
        <translation>Normalisieren muss die letzte der Transformationen sein.</translation>
    </message>
    <message>
        <source>Normalise needs a finite mean and a deviation above 0, not {} and {}.</source>
        <translation>Normalisieren braucht einen endlichen Mittelwert und eine Abweichung über 0, nicht {} und {}.</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>Not even a batch of one sample fits: make the network or its input smaller.</source>
        <translation>Nicht einmal ein Batch von einem Beispiel passt hinein: Das Netz oder seine Eingabe verkleinern.</translation>
    </message>
    <message>
        <source>Nothing of the change was kept; free some space or check the folder's permissions, and try again.</source>
        <translation>Von der Änderung wurde nichts behalten; Platz schaffen oder die Rechte des Ordners prüfen und noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Nothing reads this input.</source>
        <translation>Nichts liest diesen Eingang.</translation>
    </message>
    <message>
        <source>Nothing that can be imported was found in {}.</source>
        <translation>In {} wurde nichts gefunden, was sich importieren lässt.</translation>
    </message>
    <message>
        <source>Nothing was changed. Choose the samples again.</source>
        <translation>Nichts wurde geändert. Wählen Sie die Beispiele noch einmal.</translation>
    </message>
    <message>
        <source>NumPy has no type for elements of {}.</source>
        <translation>NumPy hat keinen Typ für Elemente von {}.</translation>
    </message>
    <message>
        <source>ORC files are not read. In Python: pandas.read_orc(&quot;a.orc&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv.</source>
        <translation>ORC-Dateien werden nicht gelesen. In Python: pandas.read_orc(&quot;a.orc&quot;).to_csv(&quot;a.csv&quot;, index=False). Importieren Sie dann a.csv.</translation>
    </message>
    <message>
        <source>Of the mean file the mean of each channel is kept, not that of each pixel.</source>
        <translation>Von der Mittelwertdatei bleibt der Mittelwert jedes Kanals, nicht der jedes Pixels.</translation>
    </message>
    <message>
        <source>One of the layers is not there any more.</source>
        <translation>Eine der Schichten ist nicht mehr da.</translation>
    </message>
    <message>
        <source>One step then changes the weights by a large part of what they are.</source>
        <translation>Ein Schritt ändert die Gewichte dann um einen großen Teil ihrer selbst.</translation>
    </message>
    <message>
        <source>Only a single f32 number that is an output can be read this way.</source>
        <translation>So lässt sich nur eine einzelne f32-Zahl lesen, die eine Ausgabe ist.</translation>
    </message>
    <message>
        <source>Only a single number can be differentiated: the loss.</source>
        <translation>Nur eine einzelne Zahl kann abgeleitet werden: der Verlust.</translation>
    </message>
    <message>
        <source>Only inputs of the same shape can be added.</source>
        <translation>Nur Eingänge derselben Form lassen sich addieren.</translation>
    </message>
    <message>
        <source>Only inputs of the same shape can be compared.</source>
        <translation>Nur Eingänge derselben Form lassen sich vergleichen.</translation>
    </message>
    <message>
        <source>Only inputs of the same shape can be subtracted.</source>
        <translation>Nur Eingänge derselben Form lassen sich subtrahieren.</translation>
    </message>
    <message>
        <source>Only inputs of the same shape, or with one number for each channel, can be multiplied.</source>
        <translation>Nur Eingänge derselben Form oder mit einer Zahl je Kanal lassen sich multiplizieren.</translation>
    </message>
    <message>
        <source>Only networks that give each sample one class can be compared.</source>
        <translation>Nur Netze, die jedem Beispiel eine Klasse geben, können verglichen werden.</translation>
    </message>
    <message>
        <source>Only one of them can be what is left.</source>
        <translation>Nur eine davon kann das sein, was übrig bleibt.</translation>
    </message>
    <message>
        <source>Only random transforms can change during a run: the others also apply to the samples of the validation.</source>
        <translation>Nur zufällige Transformationen lassen sich während eines Laufs ändern: Die anderen gelten auch für die Beispiele der Validierung.</translation>
    </message>
    <message>
        <source>Only the curves of this run are known, since another program made it.</source>
        <translation>Von diesem Lauf sind nur die Kurven bekannt, da er aus einem anderen Programm stammt.</translation>
    </message>
    <message>
        <source>Only the number of channels may differ.</source>
        <translation>Nur die Zahl der Kanäle darf verschieden sein.</translation>
    </message>
    <message>
        <source>Only their extent along axis {} may differ.</source>
        <translation>Nur die Ausdehnung entlang Achse {} darf verschieden sein.</translation>
    </message>
    <message>
        <source>Open it for writing once to begin a new list of runs.</source>
        <translation>Es einmal zum Schreiben öffnen, um eine neue Liste von Läufen zu beginnen.</translation>
    </message>
    <message>
        <source>Open it with a newer Fovea.</source>
        <translation>Mit einem neueren Fovea öffnen.</translation>
    </message>
    <message>
        <source>Open it, or choose another folder.</source>
        <translation>Dieses öffnen oder einen anderen Ordner wählen.</translation>
    </message>
    <message>
        <source>Open one of the files.</source>
        <translation>Eine der Dateien öffnen.</translation>
    </message>
    <message>
        <source>Open one of the tables.</source>
        <translation>Eine der Tabellen öffnen.</translation>
    </message>
    <message>
        <source>Open one of these folders.</source>
        <translation>Einen dieser Ordner öffnen.</translation>
    </message>
    <message>
        <source>Open or create one in Home.</source>
        <translation>Unter Start eines öffnen oder anlegen.</translation>
    </message>
    <message>
        <source>Open the .prototxt that belongs to it; the weights are read with it.</source>
        <translation>Das zugehörige .prototxt öffnen; die Gewichte werden mitgelesen.</translation>
    </message>
    <message>
        <source>Open the block and mend it there.</source>
        <translation>Den Block öffnen und es dort beheben.</translation>
    </message>
    <message>
        <source>Open the data set again to see what was changed.</source>
        <translation>Den Datensatz noch einmal öffnen, um zu sehen, was geändert wurde.</translation>
    </message>
    <message>
        <source>Open the model as a file, with the others beside it.</source>
        <translation>Das Modell als Datei öffnen, mit den anderen daneben.</translation>
    </message>
    <message>
        <source>Open the project in Fovea where its folder can be written.</source>
        <translation>Das Projekt in Fovea öffnen, wo sich in seinen Ordner schreiben lässt.</translation>
    </message>
    <message>
        <source>Open them from the Input layer and set them anew.</source>
        <translation>Sie von der Eingabeschicht aus öffnen und neu einstellen.</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>Vorgang nicht erlaubt</translation>
    </message>
    <message>
        <source>Opset {} is not written; 9 to 17 are.</source>
        <translation>Opset {} wird nicht geschrieben; möglich sind 9 bis 17.</translation>
    </message>
    <message>
        <source>Pad by {}</source>
        <translation>Um {} auffüllen</translation>
    </message>
    <message>
        <source>Padding {} is more than half of the kernel {}.</source>
        <translation>Die Auffüllung {} ist mehr als die Hälfte des Kernels {}.</translation>
    </message>
    <message>
        <source>Parallel rows of samples continue in whole batches of {}, not after sample {}.</source>
        <translation>Parallele Reihen von Beispielen gehen in ganzen Batches von {} weiter, nicht nach Beispiel {}.</translation>
    </message>
    <message>
        <source>Parquet files are not read by this build. In Python: pandas.read_parquet(&quot;a.parquet&quot;).to_csv(&quot;a.csv&quot;, index=False). Then import a.csv. Or build Fovea with Arrow's C++ library, see README.md.</source>
        <translation>Dieser Build liest keine Parquet-Dateien. In Python: pandas.read_parquet(&quot;a.parquet&quot;).to_csv(&quot;a.csv&quot;, index=False). Dann a.csv importieren. Oder Fovea mit der C++-Bibliothek von Arrow bauen, siehe README.md.</translation>
    </message>
    <message>
        <source>Parquet files are not read: {}.</source>
        <translation>Parquet-Dateien werden nicht gelesen: {}.</translation>
    </message>
    <message>
        <source>Parts that the channels are split into; each filter sees one part.</source>
        <translation>Teile, in die die Kanäle aufgeteilt werden; jeder Filter sieht einen Teil.</translation>
    </message>
    <message>
        <source>Parts that the channels are split into; each has a mean of its own.</source>
        <translation>Teile, in die die Kanäle geteilt werden; jeder hat einen eigenen Mittelwert.</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>Permute is a layer of Caffe's branch for SSD and of OpenCV, not of every Caffe.</source>
        <translation>Permute ist eine Schicht des Caffe-Zweigs für SSD und von OpenCV, nicht jedes Caffe.</translation>
    </message>
    <message>
        <source>Pickles may run any program and are not read, but for those of CIFAR. In Python, where you trust the file: d = pickle.load(open(&quot;a.pkl&quot;, &quot;rb&quot;)), then d.to_csv(&quot;a.csv&quot;, index=False) for a table, or numpy.savez(&quot;a.npz&quot;, x=…, y=…) for arrays. Then import that.</source>
        <translation>Pickles können jedes Programm ausführen und werden nicht gelesen, außer denen von CIFAR. In Python, wenn Sie der Datei trauen: d = pickle.load(open(&quot;a.pkl&quot;, &quot;rb&quot;)), dann d.to_csv(&quot;a.csv&quot;, index=False) für eine Tabelle oder numpy.savez(&quot;a.npz&quot;, x=…, y=…) für Felder von Zahlen. Importieren Sie dann das.</translation>
    </message>
    <message>
        <source>Places added before each axis, then after each: top, left, bottom, right.</source>
        <translation>Stellen, die vor jeder Achse hinzukommen, dann danach: oben, links, unten, rechts.</translation>
    </message>
    <message>
        <source>Plain kernels that the others are checked against; always there.</source>
        <translation>Einfache Kernel, mit denen die anderen verglichen werden; immer vorhanden.</translation>
    </message>
    <message>
        <source>Planning only</source>
        <translation>Nur Planung</translation>
    </message>
    <message>
        <source>Plans memory without computing; always there.</source>
        <translation>Plant den Speicher, ohne zu rechnen; immer vorhanden.</translation>
    </message>
    <message>
        <source>Please report it; what was saved before is not changed.</source>
        <translation>Bitte melden; zuvor Gespeichertes ist unverändert.</translation>
    </message>
    <message>
        <source>Pooling needs images [N, C, H, W], but the gradient is {}.</source>
        <translation>Pooling braucht Bilder [N, C, H, W], aber der Gradient ist {}.</translation>
    </message>
    <message>
        <source>Pooling needs images [N, C, H, W], but the input is {}.</source>
        <translation>Pooling braucht Bilder [N, C, H, W], aber die Eingabe ist {}.</translation>
    </message>
    <message>
        <source>Pooling needs images with pixels, but the input is {}.</source>
        <translation>Pooling braucht Bilder mit Pixeln, aber die Eingabe ist {}.</translation>
    </message>
    <message>
        <source>Pooling needs volumes [N, C, D, H, W], but the input is {}.</source>
        <translation>Pooling braucht Volumina [N, C, D, H, W], aber die Eingabe ist {}.</translation>
    </message>
    <message>
        <source>Pooling needs volumes with numbers in them, but the input is {}.</source>
        <translation>Pooling braucht Volumina mit Zahlen darin, aber die Eingabe ist {}.</translation>
    </message>
    <message>
        <source>Positions are counted from 0.</source>
        <translation>Positionen werden von 0 an gezählt.</translation>
    </message>
    <message>
        <source>Positions with this label do not count.</source>
        <translation>Positionen mit diesem Label zählen nicht.</translation>
    </message>
    <message>
        <source>Positions {} to {} are asked for, but axis {} of {} has {}.</source>
        <translation>Verlangt sind die Positionen {} bis {}, aber Achse {} von {} hat {}.</translation>
    </message>
    <message>
        <source>Preparing a batch was cancelled.</source>
        <translation>Das Vorbereiten eines Batches wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Probes look at each step, or at each so many.</source>
        <translation>Sonden betrachten jeden Schritt oder jeden so vielten.</translation>
    </message>
    <message>
        <source>Pulls every parameter towards zero.</source>
        <translation>Zieht jeden Parameter gegen null.</translation>
    </message>
    <message>
        <source>Put WIDER_train and WIDER_val beside the folder of the lists.</source>
        <translation>WIDER_train und WIDER_val neben den Ordner der Listen legen.</translation>
    </message>
    <message>
        <source>Put another layer in its place, or remove it. Until then the network can be drawn, saved and exported, but not run.</source>
        <translation>Eine andere Schicht an ihre Stelle setzen oder sie entfernen. Bis dahin kann das Netz gezeichnet, gespeichert und exportiert werden, aber nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Put digitStruct.mat beside 1.png, 2.png and so on.</source>
        <translation>digitStruct.mat neben 1.png, 2.png und so weiter legen.</translation>
    </message>
    <message>
        <source>Put map_clsloc.txt (&quot;n02119789 1 kit_fox&quot; a line) beside it, or sort the validation pictures into a folder per class.</source>
        <translation>map_clsloc.txt (je Zeile &quot;n02119789 1 kit_fox&quot;) danebenlegen oder die Validierungsbilder in einen Ordner je Klasse sortieren.</translation>
    </message>
    <message>
        <source>Put the command at the end: -- train --project DIR …</source>
        <translation>Den Befehl ans Ende stellen: -- train --project DIR …</translation>
    </message>
    <message>
        <source>Put the folder img_align_celeba beside it.</source>
        <translation>Den Ordner img_align_celeba danebenlegen.</translation>
    </message>
    <message>
        <source>Put the folder img_celeba beside the lists.</source>
        <translation>Den Ordner img_celeba neben die Listen legen.</translation>
    </message>
    <message>
        <source>Put the images beside the file, or import the folder that holds both.</source>
        <translation>Die Bilder neben die Datei legen, oder den Ordner importieren, der beides enthält.</translation>
    </message>
    <message>
        <source>Put the images where the list expects them.</source>
        <translation>Die Bilder dorthin legen, wo die Liste sie erwartet.</translation>
    </message>
    <message>
        <source>Put the missing file beside it.</source>
        <translation>Die fehlende Datei danebenlegen.</translation>
    </message>
    <message>
        <source>Put the names of the classes into classes.txt, one a line.</source>
        <translation>Die Namen der Klassen in classes.txt schreiben, einen je Zeile.</translation>
    </message>
    <message>
        <source>Put them beside the annotations, or into a folder &quot;images&quot;.</source>
        <translation>Die Bilder neben die Annotationen oder in einen Ordner „images“ legen.</translation>
    </message>
    <message>
        <source>PyTorch code</source>
        <translation>PyTorch-Code</translation>
    </message>
    <message>
        <source>Python environment {}</source>
        <translation>Python-Umgebung {}</translation>
    </message>
    <message>
        <source>Rank {} ended the run: {}</source>
        <translation>Rang {} hat den Lauf beendet: {}</translation>
    </message>
    <message>
        <source>Rank {} has {} than rank 0{}.</source>
        <translation>Rang {} hat {} als Rang 0{}.</translation>
    </message>
    <message>
        <source>Rate multiplier</source>
        <translation>Ratenfaktor</translation>
    </message>
    <message>
        <source>Rate, blur and weights are numbers from 0 to 100.</source>
        <translation>Rate, Weichzeichnen und Gewichte sind Zahlen von 0 bis 100.</translation>
    </message>
    <message>
        <source>ReLU6 is written as two ReLUs, with the same result to the last digit but one.</source>
        <translation>ReLU6 wird als zwei ReLUs geschrieben; das Ergebnis ist bis auf die vorletzte Stelle dasselbe.</translation>
    </message>
    <message>
        <source>Read the prototxt that belongs to it.</source>
        <translation>Das zugehörige prototxt lesen.</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>Dateisystem nur lesbar</translation>
    </message>
    <message>
        <source>Reading checkpoints</source>
        <translation>Checkpoints werden gelesen</translation>
    </message>
    <message>
        <source>Reading samples</source>
        <translation>Beispiele werden gelesen</translation>
    </message>
    <message>
        <source>Reading the layer</source>
        <translation>Die Schicht wird gelesen</translation>
    </message>
    <message>
        <source>Receiving from rank {}</source>
        <translation>Empfangen von Rang {}</translation>
    </message>
    <message>
        <source>Recognise clothes</source>
        <translation>Kleidung erkennen</translation>
    </message>
    <message>
        <source>Record {} of {}</source>
        <translation>Eintrag {} von {}</translation>
    </message>
    <message>
        <source>RecordIO files are not read. Write their pictures to a folder per class with mxnet.recordio, and import that.</source>
        <translation>RecordIO-Dateien werden nicht gelesen. Schreiben Sie ihre Bilder mit mxnet.recordio in einen Ordner je Klasse, und importieren Sie das.</translation>
    </message>
    <message>
        <source>Recordings of this format are not read. In Python, with mne or wfdb, cut them into equal windows, and numpy.savez(&quot;a.npz&quot;, x=windows, y=classes). Then import a.npz.</source>
        <translation>Aufzeichnungen dieses Formats werden nicht gelesen. Schneiden Sie sie in Python mit mne oder wfdb in gleich lange Fenster, und numpy.savez(&quot;a.npz&quot;, x=windows, y=classes). Importieren Sie dann a.npz.</translation>
    </message>
    <message>
        <source>Reference kernels</source>
        <translation>Referenz-Kernel</translation>
    </message>
    <message>
        <source>Remove it: changes then are compared with what was imported first.</source>
        <translation>Die Datei entfernen: Änderungen werden dann mit dem verglichen, was zuerst importiert wurde.</translation>
    </message>
    <message>
        <source>Remove one of its edges.</source>
        <translation>Eine seiner Verbindungen entfernen.</translation>
    </message>
    <message>
        <source>Remove some edges first.</source>
        <translation>Erst einige Kanten entfernen.</translation>
    </message>
    <message>
        <source>Remove some layers first.</source>
        <translation>Erst einige Schichten entfernen.</translation>
    </message>
    <message>
        <source>Remove some notes first.</source>
        <translation>Erst einige Notizen entfernen.</translation>
    </message>
    <message>
        <source>Remove some notes or layers first.</source>
        <translation>Erst einige Notizen oder Schichten entfernen.</translation>
    </message>
    <message>
        <source>Remove some that are not needed.</source>
        <translation>Einige entfernen, die nicht gebraucht werden.</translation>
    </message>
    <message>
        <source>Remove that edge first.</source>
        <translation>Zuerst diese Verbindung entfernen.</translation>
    </message>
    <message>
        <source>Remove the block</source>
        <translation>Den Block entfernen</translation>
    </message>
    <message>
        <source>Remove the transforms of the Input layer</source>
        <translation>Transformationen der Eingabeschicht entfernen</translation>
    </message>
    <message>
        <source>Remove these lines, keep one line of names above the rows, give the file the ending .csv, and import that.</source>
        <translation>Diese Zeilen entfernen, eine Zeile mit Namen über den übrigen lassen, der Datei die Endung .csv geben und sie einlesen.</translation>
    </message>
    <message>
        <source>Repeat to shape</source>
        <translation>Auf Form wiederholen</translation>
    </message>
    <message>
        <source>Replace Softmax by Cross-entropy</source>
        <translation>Softmax durch Kreuzentropie ersetzen</translation>
    </message>
    <message>
        <source>Replace its Learned input by an Input layer, or save it as .json.</source>
        <translation>Die Schicht „Gelernte Eingabe“ durch eine Eingabeschicht ersetzen oder als .json speichern.</translation>
    </message>
    <message>
        <source>Request the gradient of a layer after the input.</source>
        <translation>Den Gradienten einer Schicht nach der Eingabe anfordern.</translation>
    </message>
    <message>
        <source>Resize the images to {}×{}</source>
        <translation>Die Größe der Bilder auf {}×{} ändern</translation>
    </message>
    <message>
        <source>Rows and columns added at the top, left, bottom and right.</source>
        <translation>Zeilen und Spalten, die oben, links, unten und rechts hinzukommen.</translation>
    </message>
    <message>
        <source>Rows and columns from one weight of the window to the next.</source>
        <translation>Zeilen und Spalten von einem Gewicht des Fensters zum nächsten.</translation>
    </message>
    <message>
        <source>Rows and columns from one window to the next.</source>
        <translation>Zeilen und Spalten von einem Fenster zum nächsten.</translation>
    </message>
    <message>
        <source>Rows and columns of pictures that are no squares cannot be swapped.</source>
        <translation>Zeilen und Spalten von Bildern, die nicht quadratisch sind, lassen sich nicht vertauschen.</translation>
    </message>
    <message>
        <source>Run {} has no checkpoint of step {}.</source>
        <translation>Lauf {} hat keinen Checkpoint von Schritt {}.</translation>
    </message>
    <message>
        <source>Running on {}</source>
        <translation>Wird auf {} ausgeführt</translation>
    </message>
    <message>
        <source>SGD in the place of {}.</source>
        <translation>SGD anstelle von {}.</translation>
    </message>
    <message>
        <source>SVHN numbers the digits so</source>
        <translation>SVHN nummeriert die Ziffern so</translation>
    </message>
    <message>
        <source>SageMaker Ground Truth</source>
        <translation>SageMaker Ground Truth</translation>
    </message>
    <message>
        <source>Sample {} of the {} split of {}</source>
        <translation>Beispiel {} im Split {~} von {}</translation>
    </message>
    <message>
        <source>Samples have no &quot;{}&quot; to sort them by.</source>
        <translation>Beispiele haben kein „{}“, nach dem sie sich sortieren ließen.</translation>
    </message>
    <message>
        <source>Samples need at least one axis after the batch.</source>
        <translation>Beispiele brauchen mindestens eine Achse nach dem Batch.</translation>
    </message>
    <message>
        <source>Samples of the size {} cannot be stored: a sample has at most 256 MiB, and at least one.</source>
        <translation>Beispiele der Größe {} lassen sich nicht speichern: Ein Beispiel hat höchstens 256 MiB und mindestens eine Zahl.</translation>
    </message>
    <message>
        <source>Samples were first changed by {}. Other programs must apply this themselves.</source>
        <translation>Beispiele wurden zuvor so verändert: {}. Andere Programme müssen das selbst anwenden.</translation>
    </message>
    <message>
        <source>Samples with labels can be mixed, but those of &quot;{}&quot; are for {}.</source>
        <translation>Beispiele mit Labels lassen sich mischen, aber die von „{}“ sind für {~}.</translation>
    </message>
    <message>
        <source>Save it again as h5py does by default: with h5py.File(name, &quot;w&quot;), libver not given.</source>
        <translation>Neu speichern, wie h5py es von sich aus tut: mit h5py.File(name, &quot;w&quot;), ohne Angabe von libver.</translation>
    </message>
    <message>
        <source>Save it as an array of numbers of 8, 16, 32 or 64 bits, not packed or packed by gzip.</source>
        <translation>Als Array von Zahlen mit 8, 16, 32 oder 64 Bits speichern, ungepackt oder mit gzip gepackt.</translation>
    </message>
    <message>
        <source>Save it as float32.</source>
        <translation>Als float32 speichern.</translation>
    </message>
    <message>
        <source>Save it as integers or as float32.</source>
        <translation>Als ganze Zahlen oder als float32 speichern.</translation>
    </message>
    <message>
        <source>Save it with 8 bits a value, or import it as images in class folders with deep=keep or deep=range.</source>
        <translation>Mit 8 Bits je Wert speichern oder als Bilder in Klassenordnern mit deep=keep oder deep=range importieren.</translation>
    </message>
    <message>
        <source>Save it with 8 or 16 bits a value, or as float32.</source>
        <translation>Mit 8 oder 16 Bits je Wert speichern oder als float32.</translation>
    </message>
    <message>
        <source>Save it with numpy.ascontiguousarray(...).</source>
        <translation>Mit numpy.ascontiguousarray(...) speichern.</translation>
    </message>
    <message>
        <source>Save it with snapshot_format: BINARYPROTO.</source>
        <translation>Mit snapshot_format: BINARYPROTO speichern.</translation>
    </message>
    <message>
        <source>Save its channels as an array: numpy.save(&quot;x.npy&quot;, ...), the images along the first axis.</source>
        <translation>Die Kanäle als Array speichern: numpy.save(&quot;x.npy&quot;, ...), die Bilder entlang der ersten Achse.</translation>
    </message>
    <message>
        <source>Save its columns as arrays of their own.</source>
        <translation>Die Spalten als eigene Arrays speichern.</translation>
    </message>
    <message>
        <source>Save its contents as .npz instead.</source>
        <translation>Den Inhalt stattdessen als .npz speichern.</translation>
    </message>
    <message>
        <source>Save one first.</source>
        <translation>Zuerst eine speichern.</translation>
    </message>
    <message>
        <source>Save them in several files.</source>
        <translation>In mehreren Dateien speichern.</translation>
    </message>
    <message>
        <source>Say it with one of these options: {}.</source>
        <translation>Mit einer dieser Optionen festlegen: {}.</translation>
    </message>
    <message>
        <source>Select both, or give {} weights of its own.</source>
        <translation>Beide auswählen oder {} eigene Gewichte geben.</translation>
    </message>
    <message>
        <source>Select layers and fold them into a block of your own.</source>
        <translation>Schichten auswählen und selbst zu einem Block falten.</translation>
    </message>
    <message>
        <source>Select some layers first.</source>
        <translation>Zuerst einige Schichten auswählen.</translation>
    </message>
    <message>
        <source>Select the layers after it.</source>
        <translation>Die Schichten danach auswählen.</translation>
    </message>
    <message>
        <source>Select the layers between them.</source>
        <translation>Die Schichten dazwischen auswählen.</translation>
    </message>
    <message>
        <source>Select what lies between them too.</source>
        <translation>Auch auswählen, was dazwischen liegt.</translation>
    </message>
    <message>
        <source>Sending to rank {}</source>
        <translation>Senden an Rang {}</translation>
    </message>
    <message>
        <source>Set a smaller stop_patience or validation_every, or more epochs.</source>
        <translation>stop_patience oder validation_every kleiner oder mehr Epochen wählen.</translation>
    </message>
    <message>
        <source>Set base_folder.</source>
        <translation>base_folder setzen.</translation>
    </message>
    <message>
        <source>Set batch to a multiple of {}, such as {}.</source>
        <translation>Setzen Sie batch auf ein Vielfaches von {}, etwa {}.</translation>
    </message>
    <message>
        <source>Set batch, the number of samples of all ranks together, to {}.</source>
        <translation>batch, die Zahl der Beispiele aller Ränge zusammen, auf {} setzen.</translation>
    </message>
    <message>
        <source>Set best_metric to one of: {}.</source>
        <translation>best_metric auf eines davon setzen: {}.</translation>
    </message>
    <message>
        <source>Set both layers alike, or give this one weights of its own.</source>
        <translation>Beide Schichten gleich einstellen oder dieser eigene Gewichte geben.</translation>
    </message>
    <message>
        <source>Set it as {} is</source>
        <translation>Sie wie {} einstellen</translation>
    </message>
    <message>
        <source>Set its attribute &quot;training&quot;.</source>
        <translation>Ihr Attribut „training“ setzen.</translation>
    </message>
    <message>
        <source>Set its labels to one for each sample.</source>
        <translation>Die Labels auf eines je Beispiel setzen.</translation>
    </message>
    <message>
        <source>Set its shape to {}.</source>
        <translation>Ihre Form auf {} setzen.</translation>
    </message>
    <message>
        <source>Set its symbols, and those of the Embedding after it, to {}.</source>
        <translation>Die Zahl ihrer Symbole und die der Einbettung danach auf {} setzen.</translation>
    </message>
    <message>
        <source>Set micro_batches to 1, 2, 4, 8 or another power of two.</source>
        <translation>Setzen Sie micro_batches auf 1, 2, 4, 8 oder eine andere Zweierpotenz.</translation>
    </message>
    <message>
        <source>Set micro_batches to 1, or switch norm_over_ranks off.</source>
        <translation>Setzen Sie micro_batches auf 1, oder schalten Sie norm_over_ranks aus.</translation>
    </message>
    <message>
        <source>Set micro_batches to 1, or the layer's state to zero.</source>
        <translation>Setzen Sie micro_batches auf 1 oder den Zustand der Schicht auf null.</translation>
    </message>
    <message>
        <source>Set momentum to 0.9, or switch nesterov off.</source>
        <translation>momentum auf 0,9 setzen oder nesterov ausschalten.</translation>
    </message>
    <message>
        <source>Set schedule_gamma to 0 or more.</source>
        <translation>schedule_gamma auf 0 oder mehr setzen.</translation>
    </message>
    <message>
        <source>Set stop_patience to 0, or import the data set with a share for validation.</source>
        <translation>stop_patience auf 0 setzen oder den Datensatz mit einem Anteil für die Validierung importieren.</translation>
    </message>
    <message>
        <source>Set the Input layer's shape to {}.</source>
        <translation>Die Form der Eingabeschicht auf {} setzen.</translation>
    </message>
    <message>
        <source>Set the base folder.</source>
        <translation>Den Basisordner setzen.</translation>
    </message>
    <message>
        <source>Set the input to {}</source>
        <translation>Die Eingabe auf {} setzen</translation>
    </message>
    <message>
        <source>Set the layer's values and shape to those of the part: {}.</source>
        <translation>Werte und Form der Schicht wie die des Teils setzen: {}.</translation>
    </message>
    <message>
        <source>Set the ranks on each node to {}, or ask for another number of GPUs.</source>
        <translation>Die Ränge auf jedem Knoten auf {} setzen, oder eine andere Zahl von GPUs anfordern.</translation>
    </message>
    <message>
        <source>Set the targets of the CTC layer to {}.</source>
        <translation>Die Ziele der CTC-Schicht auf {} setzen.</translation>
    </message>
    <message>
        <source>Set the values of the Input to Symbols, or use Linear for numbers.</source>
        <translation>Die Werte der Eingabe auf „Symbole“ setzen oder für Zahlen „Linear“ verwenden.</translation>
    </message>
    <message>
        <source>Several lines of {} name its columns: behind the first of them, the word &quot;{}&quot; is above numbers.</source>
        <translation>Mehrere Zeilen von {} benennen die Spalten: Hinter der ersten davon steht das Wort „{}“ über Zahlen.</translation>
    </message>
    <message>
        <source>Several ranks cannot train together on {}, which sums nothing over ranks.</source>
        <translation>Mehrere Ränge können auf {} nicht gemeinsam trainieren, da dort nichts über Ränge summiert wird.</translation>
    </message>
    <message>
        <source>Several ranks need Open MPI's library, libmpi.so.40, which cannot be loaded.</source>
        <translation>Mehrere Ränge brauchen die Bibliothek von Open MPI, libmpi.so.40, und sie lässt sich nicht laden.</translation>
    </message>
    <message>
        <source>Slices, rows and columns added before and after.</source>
        <translation>Scheiben, Zeilen und Spalten, die davor und danach hinzukommen.</translation>
    </message>
    <message>
        <source>Slices, rows and columns from one weight of the window to the next.</source>
        <translation>Scheiben, Zeilen und Spalten von einem Gewicht des Fensters zum nächsten.</translation>
    </message>
    <message>
        <source>Slices, rows and columns from one window to the next.</source>
        <translation>Scheiben, Zeilen und Spalten von einem Fenster zum nächsten.</translation>
    </message>
    <message>
        <source>So the first layers hardly learn.</source>
        <translation>Die ersten Schichten lernen deshalb kaum.</translation>
    </message>
    <message>
        <source>Sounds in this format are not read. Convert them to FLAC, for instance: ffmpeg -i a.m4a a.flac. Then import the folder.</source>
        <translation>Töne in diesem Format werden nicht gelesen. Wandeln Sie sie in FLAC um, etwa: ffmpeg -i a.m4a a.flac. Importieren Sie dann den Ordner.</translation>
    </message>
    <message>
        <source>Spreadsheets are not read. Save the sheet as CSV, and import that.</source>
        <translation>Dateien der Tabellenkalkulation werden nicht gelesen. Das Blatt als CSV speichern und dieses importieren.</translation>
    </message>
    <message>
        <source>Stale file handle</source>
        <translation>veralteter Dateiverweis</translation>
    </message>
    <message>
        <source>Start the ranks with Open MPI's mpirun, and let the loader find its libmpi.so.40 first.</source>
        <translation>Die Ränge mit dem mpirun von Open MPI starten und dafür sorgen, dass der Lader zuerst dessen libmpi.so.40 findet.</translation>
    </message>
    <message>
        <source>Starting Open MPI</source>
        <translation>Starten von Open MPI</translation>
    </message>
    <message>
        <source>Stop it before starting another.</source>
        <translation>Ihn stoppen, bevor ein anderer beginnt.</translation>
    </message>
    <message>
        <source>Stop it before {}.</source>
        <translation>Ihn vor Folgendem stoppen: {}.</translation>
    </message>
    <message>
        <source>Stop it first.</source>
        <translation>Ihn zuerst stoppen.</translation>
    </message>
    <message>
        <source>Stopped early: {} has not become better than {}{} in {} validation{}</source>
        <translation>Vorzeitig gestoppt: {1} ist in {4} Validierungs-Check{5} nicht besser geworden als {2}{3}</translation>
    </message>
    <message>
        <source>Store the samples raw, or install libopencv-dev and build Fovea again.</source>
        <translation>Die Beispiele roh speichern oder libopencv-dev installieren und Fovea neu bauen.</translation>
    </message>
    <message>
        <source>Store the samples raw, or use a build with OpenCV.</source>
        <translation>Die Beispiele roh ablegen oder einen Build mit OpenCV benutzen.</translation>
    </message>
    <message>
        <source>Successive halving compares runs after the same number of epochs.</source>
        <translation>Fortgesetztes Halbieren vergleicht Läufe nach gleich vielen Epochen.</translation>
    </message>
    <message>
        <source>Sums only dense layouts.</source>
        <translation>Summiert nur dichte Anordnungen.</translation>
    </message>
    <message>
        <source>Switch on “Give positions” in a Max pooling layer and connect its second output.</source>
        <translation>In einer Schicht „Max-Pooling“ die Einstellung „Positionen ausgeben“ einschalten und den zweiten Ausgang verbinden.</translation>
    </message>
    <message>
        <source>Symbols become a sequence by an Embedding; an image by Reshape.</source>
        <translation>Symbole werden durch eine Einbettung zur Sequenz, ein Bild durch „Umformen“.</translation>
    </message>
    <message>
        <source>Symbols come in a row [T], but the shape is {}.</source>
        <translation>Symbole kommen in einer Reihe [T], aber die Form ist {}.</translation>
    </message>
    <message>
        <source>TFRecord files are not read. Write their pictures or texts to a folder per class with tensorflow.data, and import that.</source>
        <translation>TFRecord-Dateien werden nicht gelesen. Die Bilder oder Texte mit tensorflow.data in einen Ordner je Klasse schreiben und diesen importieren.</translation>
    </message>
    <message>
        <source>Take both from layers with as many channels; their sizes may differ.</source>
        <translation>Beide von Schichten mit gleich vielen Kanälen nehmen; die Größen dürfen verschieden sein.</translation>
    </message>
    <message>
        <source>Take both from layers with the same output.</source>
        <translation>Beide von Schichten mit derselben Ausgabe nehmen.</translation>
    </message>
    <message>
        <source>Take fewer samples, or a later layer.</source>
        <translation>Weniger Beispiele nehmen oder eine spätere Schicht.</translation>
    </message>
    <message>
        <source>Take fewer values, draws or seeds.</source>
        <translation>Weniger Werte, Ziehungen oder Startwerte nehmen.</translation>
    </message>
    <message>
        <source>Take it from a layer before Flatten.</source>
        <translation>Von einer Schicht vor „Flach machen“ nehmen.</translation>
    </message>
    <message>
        <source>Take more samples, or a smaller perplexity.</source>
        <translation>Mehr Beispiele nehmen oder eine kleinere Perplexität.</translation>
    </message>
    <message>
        <source>Take more samples, or fewer neighbours.</source>
        <translation>Mehr Beispiele nehmen oder weniger Nachbarn.</translation>
    </message>
    <message>
        <source>Take the ONNX model that it was built from.</source>
        <translation>Das ONNX-Modell nehmen, aus dem sie gebaut wurde.</translation>
    </message>
    <message>
        <source>Take the attributes: labels=attributes.</source>
        <translation>Die Attribute nehmen: labels=attributes.</translation>
    </message>
    <message>
        <source>Take the binary version, whose files end with &quot;.bin&quot;.</source>
        <translation>Die binäre Version nehmen, deren Dateien auf „.bin“ enden.</translation>
    </message>
    <message>
        <source>Take the line out, or remove the file: then the data set is as it was imported.</source>
        <translation>Die Zeile herausnehmen oder die Datei entfernen: Dann ist der Datensatz so, wie er importiert wurde.</translation>
    </message>
    <message>
        <source>Take what mixes samples out of the list of transforms.</source>
        <translation>Aus der Liste der Transformationen herausnehmen, was Beispiele mischt.</translation>
    </message>
    <message>
        <source>The CUDA module {} does not load: {}.</source>
        <translation>Das CUDA-Modul {} lässt sich nicht laden: {}.</translation>
    </message>
    <message>
        <source>The CUDA module {} was refused: {}</source>
        <translation>Das CUDA-Modul {} wurde abgelehnt: {}</translation>
    </message>
    <message>
        <source>The GIF could not be written.</source>
        <translation>Das GIF ließ sich nicht schreiben.</translation>
    </message>
    <message>
        <source>The Input layer &quot;{}&quot; expects {}, and {} of the parts of &quot;{}&quot; {}: they are {}.</source>
        <translation>Die Eingabeschicht „{}“ erwartet {}, und {~} der Teile von „{}“ {}: Es sind {}.</translation>
    </message>
    <message>
        <source>The Input layer &quot;{}&quot; expects {}, but the part of that name of &quot;{}&quot; is {}.</source>
        <translation>Die Eingabeschicht „{}“ erwartet {}, aber der Teil dieses Namens von „{}“ ist {}.</translation>
    </message>
    <message>
        <source>The Input layer &quot;{}&quot; knows {} symbols, but the part &quot;{}&quot; of &quot;{}&quot; has {}.</source>
        <translation>Die Eingabeschicht „{}“ kennt {} Symbole, aber der Teil „{}“ von „{}“ hat {}.</translation>
    </message>
    <message>
        <source>The Input layer transforms the samples. Look at the preview of its transforms.</source>
        <translation>Die Eingabeschicht transformiert die Beispiele. Sehen Sie die Vorschau ihrer Transformationen an.</translation>
    </message>
    <message>
        <source>The Input layer's transforms mix samples, so each has shares of several labels, which the loss does not take.</source>
        <translation>Die Transformationen der Eingabeschicht mischen Beispiele, sodass jedes Anteile mehrerer Labels hat; damit kann der Verlust nicht umgehen.</translation>
    </message>
    <message>
        <source>The Input layers &quot;{}&quot; and &quot;{}&quot; both take {}, and &quot;{}&quot; has one part like that.</source>
        <translation>Die Eingabeschichten „{}“ und „{}“ nehmen beide {}, aber „{}“ hat nur einen solchen Teil.</translation>
    </message>
    <message>
        <source>The JSON text {}.</source>
        <translation>Der JSON-Text {}.</translation>
    </message>
    <message>
        <source>The NVIDIA driver cannot be used: {}.</source>
        <translation>Der NVIDIA-Treiber lässt sich nicht benutzen: {}.</translation>
    </message>
    <message>
        <source>The ONNX checker refuses what was written: {}</source>
        <translation>Der ONNX-Checker weist das Geschriebene zurück: {}</translation>
    </message>
    <message>
        <source>The ONNX library refuses {}: {}</source>
        <translation>Für die ONNX-Bibliothek ist {} unzulässig: {}</translation>
    </message>
    <message>
        <source>The ONNX model accepts one sample at a time.</source>
        <translation>Das ONNX-Modell nimmt immer nur ein Beispiel auf einmal an.</translation>
    </message>
    <message>
        <source>The XML text is damaged at line {}: {}.</source>
        <translation>Der XML-Text ist in Zeile {} beschädigt: {}.</translation>
    </message>
    <message>
        <source>The XML text is larger than 16 MiB.</source>
        <translation>Der XML-Text ist größer als 16 MiB.</translation>
    </message>
    <message>
        <source>The annotations hold classes of images, but no boxes and no outlines.</source>
        <translation>Die Annotationen enthalten Klassen von Bildern, aber keine Rahmen und keine Umrisse.</translation>
    </message>
    <message>
        <source>The annotations hold no boxes, no outlines and no classes of images.</source>
        <translation>Die Annotationen enthalten keine Rahmen, keine Umrisse und keine Klassen von Bildern.</translation>
    </message>
    <message>
        <source>The arena that held this value has made room for another executor.</source>
        <translation>Der Speicherbereich mit diesem Wert hat einer anderen Ausführung Platz gemacht.</translation>
    </message>
    <message>
        <source>The arithmetic of networks with several inputs cannot be shown.</source>
        <translation>Der Rechenweg von Netzen mit mehreren Eingaben lässt sich nicht zeigen.</translation>
    </message>
    <message>
        <source>The axes after the batch are 1 to {}.</source>
        <translation>Die Achsen nach dem Batch sind 1 bis {}.</translation>
    </message>
    <message>
        <source>The axes that are reduced; negative ones count from the end; none: all.</source>
        <translation>Die Achsen, über die zusammengefasst wird; negative zählen vom Ende; keine: alle.</translation>
    </message>
    <message>
        <source>The bandwidth</source>
        <translation>Die Bandbreite</translation>
    </message>
    <message>
        <source>The batch</source>
        <translation>Der Batch</translation>
    </message>
    <message>
        <source>The batch cannot change between the batches of one update.</source>
        <translation>Der Batch lässt sich zwischen den Batches einer Änderung der Gewichte nicht ändern.</translation>
    </message>
    <message>
        <source>The batch cannot change during a validation.</source>
        <translation>Der Batch lässt sich während einer Validierung nicht ändern.</translation>
    </message>
    <message>
        <source>The batch cannot change in this run: its rows go on from one batch to the next.</source>
        <translation>Der Batch lässt sich in diesem Lauf nicht ändern: Seine Reihen gehen von einem Batch zum nächsten weiter.</translation>
    </message>
    <message>
        <source>The batch norm “{}” gets a single number for each channel, which has no variance, so nothing could be learned.</source>
        <translation>Die Batch-Norm „{}“ bekommt je Kanal eine einzige Zahl, die keine Varianz hat; so ließe sich nichts lernen.</translation>
    </message>
    <message>
        <source>The best state cannot be chosen by &quot;{}&quot;, which this network does not measure.</source>
        <translation>Der beste Zustand lässt sich nicht nach „{}“ wählen, da dieses Netz das nicht misst.</translation>
    </message>
    <message>
        <source>The block “{}” holds itself, or one that does.</source>
        <translation>Der Block „{}“ enthält sich selbst oder einen, der das tut.</translation>
    </message>
    <message>
        <source>The boxes of CelebA are those of the images as they were found (&quot;In-The-Wild&quot;), which are not here.</source>
        <translation>Die Rahmen von CelebA gelten für die ursprünglichen Bilder („In-The-Wild“), die hier fehlen.</translation>
    </message>
    <message>
        <source>The checkpoint does not hold {}, which its network needs.</source>
        <translation>Im Checkpoint fehlt {}, was das Netz braucht.</translation>
    </message>
    <message>
        <source>The checkpoint is damaged: it lacks &quot;{}&quot;.</source>
        <translation>Der Checkpoint ist beschädigt: „{}“ fehlt.</translation>
    </message>
    <message>
        <source>The checkpoint is still being read.</source>
        <translation>Der Checkpoint wird noch gelesen.</translation>
    </message>
    <message>
        <source>The checkpoint was taken after {} samples of an epoch, but &quot;{}&quot; has {} to train and {} to validate.</source>
        <translation>Der Checkpoint entstand nach {} Beispielen einer Epoche, aber „{}“ hat {} zum Trainieren und {} zum Validieren.</translation>
    </message>
    <message>
        <source>The checkpoint was written by a newer version of Fovea.</source>
        <translation>Der Checkpoint wurde von einer neueren Version von Fovea geschrieben.</translation>
    </message>
    <message>
        <source>The checkpoint {} cannot be opened.</source>
        <translation>Der Checkpoint {} lässt sich nicht öffnen.</translation>
    </message>
    <message>
        <source>The checkpoint {} cannot be read.</source>
        <translation>Der Checkpoint {} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>The checkpoint's state is damaged: </source>
        <translation>Der Zustand des Checkpoints ist beschädigt: </translation>
    </message>
    <message>
        <source>The checkpoint's state is damaged: a position is negative.</source>
        <translation>Der Zustand des Checkpoints ist beschädigt: Eine Position ist negativ.</translation>
    </message>
    <message>
        <source>The checkpoint's state is damaged: it lacks &quot;{}&quot;.</source>
        <translation>Der Zustand des Checkpoints ist beschädigt: „{}“ fehlt.</translation>
    </message>
    <message>
        <source>The checkpoint's {} is {}, but its network needs {}.</source>
        <translation>Im Checkpoint ist {} vom Typ {}, aber das Netz braucht {}.</translation>
    </message>
    <message>
        <source>The choices of the view of runs are no JSON object.</source>
        <translation>Die Auswahl für die Ansicht der Läufe ist kein JSON-Objekt.</translation>
    </message>
    <message>
        <source>The class weights must be numbers from 0 on, but there is &quot;{}&quot;.</source>
        <translation>Die Klassengewichte müssen Zahlen ab 0 sein, aber es gibt „{}“.</translation>
    </message>
    <message>
        <source>The column &quot;{}&quot; holds no numbers, dates or categories of at most {} values.</source>
        <translation>Die Spalte „{}“ enthält keine Zahlen, Datumsangaben oder Kategorien mit höchstens {} Werten.</translation>
    </message>
    <message>
        <source>The columns have {} categories together, more than an embedding supports.</source>
        <translation>Die Spalten haben zusammen {} Kategorien, mehr, als eine Einbettung unterstützt.</translation>
    </message>
    <message>
        <source>The comparison was cancelled.</source>
        <translation>Der Vergleich wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The data set has no training samples.</source>
        <translation>Der Datensatz hat keine Trainingsbeispiele.</translation>
    </message>
    <message>
        <source>The data set needs about {} MB and the disk that holds {} has {} MB left.</source>
        <translation>Der Datensatz braucht etwa {} MB, und der Datenträger mit {} hat noch {} MB frei.</translation>
    </message>
    <message>
        <source>The data set of the run is not there.</source>
        <translation>Der Datensatz des Laufs ist nicht da.</translation>
    </message>
    <message>
        <source>The data set {} has no mean image.</source>
        <translation>Der Datensatz {} hat kein mittleres Bild.</translation>
    </message>
    <message>
        <source>The data set {} is damaged: {}.</source>
        <translation>Der Datensatz {} ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>The data set {} was made by a newer Fovea (format {}, this one reads up to {}).</source>
        <translation>Der Datensatz {} wurde von einem neueren Fovea gemacht (Format {}, dieses liest bis {}).</translation>
    </message>
    <message>
        <source>The data set's manifest {} is damaged: {}.</source>
        <translation>Das Manifest {} des Datensatzes ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>The data sets, runs and checkpoints are not affected, and each checkpoint holds the network that it was trained with.</source>
        <translation>Die Datensätze, Läufe und Checkpoints sind nicht betroffen, und jeder Checkpoint enthält das Netz, mit dem er trainiert wurde.</translation>
    </message>
    <message>
        <source>The devices were read at different layers.</source>
        <translation>Die Geräte wurden an verschiedenen Schichten ausgelesen.</translation>
    </message>
    <message>
        <source>The diagnosis was cancelled.</source>
        <translation>Die Diagnose wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The disk that holds {} is full: {} MB more are needed and {} MB are free.</source>
        <translation>Der Datenträger mit {} ist voll: {} MB werden noch gebraucht, und {} MB sind frei.</translation>
    </message>
    <message>
        <source>The driver of the GPU is missing or of another version than its library.</source>
        <translation>Der Treiber der GPU fehlt oder hat eine andere Version als seine Bibliothek.</translation>
    </message>
    <message>
        <source>The evaluation was cancelled.</source>
        <translation>Die Auswertung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The event file is damaged at byte {}: {}.</source>
        <translation>Die Ereignisdatei ist bei Byte {} beschädigt: {}.</translation>
    </message>
    <message>
        <source>The event files hold no curve.</source>
        <translation>Die Ereignisdateien enthalten keine Kurve.</translation>
    </message>
    <message>
        <source>The explanation depends on what was learned in part: with random weights it is still somewhat alike (rank correlation {}).</source>
        <translation>Die Erklärung hängt zum Teil vom Gelernten ab: Mit zufälligen Gewichten ist sie noch einigermaßen ähnlich (Rangkorrelation {}).</translation>
    </message>
    <message>
        <source>The explanation depends on what was learned: with random weights it is another one (rank correlation {}).</source>
        <translation>Die Erklärung hängt vom Gelernten ab: Mit zufälligen Gewichten ist sie eine andere (Rangkorrelation {}).</translation>
    </message>
    <message>
        <source>The explanation was cancelled.</source>
        <translation>Die Erklärung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The factor of a leaky ReLU below zero.</source>
        <translation>Der Faktor einer Leaky ReLU unter null.</translation>
    </message>
    <message>
        <source>The filter has too many terms.</source>
        <translation>Der Filter hat zu viele Bedingungen.</translation>
    </message>
    <message>
        <source>The filter is too long.</source>
        <translation>Der Filter ist zu lang.</translation>
    </message>
    <message>
        <source>The filters are for {} channel{}{}, but the input has {}.</source>
        <translation>Die Filter sind für {} Channel{}{}, aber die Eingabe hat {}.</translation>
    </message>
    <message>
        <source>The first reason: {}.</source>
        <translation>Der erste Grund: {}.</translation>
    </message>
    <message>
        <source>The folder {} cannot be made.</source>
        <translation>Der Ordner {} lässt sich nicht anlegen.</translation>
    </message>
    <message>
        <source>The frames of a GIF are pictures of one size.</source>
        <translation>Die Frames eines GIFs sind Bilder derselben Größe.</translation>
    </message>
    <message>
        <source>The frames of a video have one size.</source>
        <translation>Alle Frames eines Videos haben dieselbe Größe.</translation>
    </message>
    <message>
        <source>The frames of this DICOM image are too large together.</source>
        <translation>Die Einzelbilder dieses DICOM-Bildes sind zusammen zu groß.</translation>
    </message>
    <message>
        <source>The frames of this GIF image take more than {} MB.</source>
        <translation>Die Frames dieses GIF-Bildes belegen mehr als {} MB.</translation>
    </message>
    <message>
        <source>The frames of this PNG image take more than {} MB.</source>
        <translation>Die Frames dieses PNG-Bildes belegen mehr als {} MB.</translation>
    </message>
    <message>
        <source>The frames of this WebP image take more than {} MB.</source>
        <translation>Die Frames dieses WebP-Bildes belegen mehr als {} MB.</translation>
    </message>
    <message>
        <source>The gradient is not a number, so no input can be grown.</source>
        <translation>Der Gradient ist keine Zahl, also kann keine Eingabe wachsen.</translation>
    </message>
    <message>
        <source>The gradient must be {} as the convolution's output, but is {}.</source>
        <translation>Der Gradient muss wie die Ausgabe der Faltung {} sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The gradient must be {} as the pooling's output, but is {}.</source>
        <translation>Der Gradient muss wie die Ausgabe des Poolings {} sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The group “{}” does not end: a “{}” is missing.</source>
        <translation>Die Gruppe „{}“ endet nicht: „{}“ fehlt.</translation>
    </message>
    <message>
        <source>The growth was cancelled.</source>
        <translation>Das Wachstum wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The hidden weight must be [{}, H], but is {}.</source>
        <translation>Das verborgene Gewicht muss [{}, H] sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The images</source>
        <translation>Die Bilder</translation>
    </message>
    <message>
        <source>The images have different sizes, and the transforms leave them so.</source>
        <translation>Die Bilder haben verschiedene Größen, und die Transformationen ändern daran nichts.</translation>
    </message>
    <message>
        <source>The images of {} are not found, for instance {}.</source>
        <translation>Die Bilder von {} wurden nicht gefunden, zum Beispiel {}.</translation>
    </message>
    <message>
        <source>The images of {}, an export of {}, are not found, for instance {}.</source>
        <translation>Die Bilder von {}, einem Export von {}, wurden nicht gefunden, zum Beispiel {}.</translation>
    </message>
    <message>
        <source>The import was cancelled.</source>
        <translation>Der Import wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The import was cancelled; nothing was written.</source>
        <translation>Der Import wurde abgebrochen; nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>The input</source>
        <translation>Die Eingabe</translation>
    </message>
    <message>
        <source>The input &quot;{}&quot; expects {}, but {} was given.</source>
        <translation>Die Eingabe „{}“ erwartet {}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The input &quot;{}&quot; is missing.</source>
        <translation>Die Eingabe „{}“ fehlt.</translation>
    </message>
    <message>
        <source>The input is {}, but there are positions for {}.</source>
        <translation>Die Eingabe ist {}, aber die Positionen sind für {}.</translation>
    </message>
    <message>
        <source>The input layer cannot stand in a block.</source>
        <translation>Die Eingabeschicht kann nicht in einem Block stehen.</translation>
    </message>
    <message>
        <source>The input layer cannot stand in the block {}.</source>
        <translation>Die Eingabeschicht kann nicht im Block {} stehen.</translation>
    </message>
    <message>
        <source>The input needs a batch axis.</source>
        <translation>Die Eingabe braucht eine Batch-Achse.</translation>
    </message>
    <message>
        <source>The input of the network is symbols, for which there are no gradients.</source>
        <translation>Die Eingabe des Netzes besteht aus Symbolen, für die es keine Gradienten gibt.</translation>
    </message>
    <message>
        <source>The input {}</source>
        <translation>Die Eingabe {}</translation>
    </message>
    <message>
        <source>The input {} counts its samples along axis {}; the network's has them first.</source>
        <translation>Die Eingabe {} zählt ihre Beispiele entlang Achse {}; im Netz ist das die erste Achse.</translation>
    </message>
    <message>
        <source>The input {} has its channels last in the model; the network's has them first, like all pictures.</source>
        <translation>Der Eingang {} hat im Modell die Kanäle zuletzt; im Netz stehen sie zuerst, wie bei allen Bildern.</translation>
    </message>
    <message>
        <source>The input {} has more positions than an index can count.</source>
        <translation>Die Eingabe {} hat mehr Positionen, als ein Index zählen kann.</translation>
    </message>
    <message>
        <source>The input {} has no axis {}: it is {}.</source>
        <translation>Die Eingabe {} hat keine Achse {}: Sie ist {}.</translation>
    </message>
    <message>
        <source>The input {} must be {}, but {} was given.</source>
        <translation>Die Eingabe {} muss {} sein, angegeben wurde aber {}.</translation>
    </message>
    <message>
        <source>The input{} is not connected.</source>
        <translation>Der Eingang{} ist nicht verbunden.</translation>
    </message>
    <message>
        <source>The journal of the import is damaged.</source>
        <translation>Das Journal des Imports ist beschädigt.</translation>
    </message>
    <message>
        <source>The kernel {} is larger than the input {}.</source>
        <translation>Der Kernel {} ist größer als die Eingabe {}.</translation>
    </message>
    <message>
        <source>The key &quot;{}&quot; is not known.</source>
        <translation>Der Schlüssel „{}“ ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The labels</source>
        <translation>Die Labels</translation>
    </message>
    <message>
        <source>The labels may be mixed up: look at samples of the training split. Else the network is too small, or its samples do not tell their class.</source>
        <translation>Vielleicht sind die Labels vertauscht: Sehen Sie Trainingsbeispiele an. Sonst ist das Netz zu klein, oder die Beispiele verraten ihre Klasse nicht.</translation>
    </message>
    <message>
        <source>The labels of these images seem to be in {}, which holds none in a form that is known.</source>
        <translation>Die Labels dieser Bilder scheinen in {} zu stehen, dort aber in keiner bekannten Form.</translation>
    </message>
    <message>
        <source>The largest batch that fits is {}.</source>
        <translation>Der größte Batch, der hineinpasst, ist {}.</translation>
    </message>
    <message>
        <source>The largest batch that fits is {}. Set micro_batches to {} to train with a batch of {}.</source>
        <translation>Der größte Batch, der hineinpasst, ist {}. Mit micro_batches = {} lässt sich mit einem Batch von {} trainieren.</translation>
    </message>
    <message>
        <source>The last batch failed half-way, and no state before it was remembered.</source>
        <translation>Der letzte Batch ist auf halbem Weg gescheitert, und kein Zustand davor wurde gemerkt.</translation>
    </message>
    <message>
        <source>The last checkpoint is kept. Continue from it with `fovea-cli resume` and any number of ranks.</source>
        <translation>Der letzte Checkpoint bleibt erhalten. Von dort mit `fovea-cli resume` und beliebig vielen Rängen fortsetzen.</translation>
    </message>
    <message>
        <source>The last checkpoint is kept. Continue from it with `fovea-cli resume` and any number of ranks. FOVEA_RANK_WAIT_SECONDS sets another limit.</source>
        <translation>Der letzte Checkpoint bleibt erhalten. Von dort mit `fovea-cli resume` und beliebig vielen Rängen fortsetzen. FOVEA_RANK_WAIT_SECONDS setzt eine andere Grenze.</translation>
    </message>
    <message>
        <source>The layer &quot;{}&quot;</source>
        <translation>Die Schicht „{}“</translation>
    </message>
    <message>
        <source>The layer &quot;{}&quot; gives symbols, not numbers.</source>
        <translation>Die Schicht „{}“ gibt Symbole aus, keine Zahlen.</translation>
    </message>
    <message>
        <source>The layer &quot;{}&quot; has no channels with positions.</source>
        <translation>Die Schicht „{}“ hat keine Kanäle mit Positionen.</translation>
    </message>
    <message>
        <source>The layer &quot;{}&quot; holds symbols, not numbers.</source>
        <translation>Die Schicht „{}“ enthält Symbole, keine Zahlen.</translation>
    </message>
    <message>
        <source>The layer &quot;{}&quot; is not ready: </source>
        <translation>Die Schicht „{}“ ist nicht bereit: </translation>
    </message>
    <message>
        <source>The layer has too many numbers for so many samples.</source>
        <translation>Die Schicht hat für so viele Beispiele zu viele Zahlen.</translation>
    </message>
    <message>
        <source>The layers cannot be looked at</source>
        <translation>Die Schichten lassen sich nicht betrachten</translation>
    </message>
    <message>
        <source>The layers do not stand on the same sheet.</source>
        <translation>Die Schichten stehen nicht auf demselben Blatt.</translation>
    </message>
    <message>
        <source>The layers form a cycle: {}.</source>
        <translation>Die Schichten bilden einen Kreis: {}.</translation>
    </message>
    <message>
        <source>The library libmpi.so is not Open MPI's.</source>
        <translation>Die Bibliothek libmpi.so ist nicht die von Open MPI.</translation>
    </message>
    <message>
        <source>The list does not end: there is {} instead of “]”.</source>
        <translation>Die Liste endet nicht: Statt „]“ steht dort {}.</translation>
    </message>
    <message>
        <source>The list has no column &quot;{}&quot;.</source>
        <translation>Die Liste hat keine Spalte „{}“.</translation>
    </message>
    <message>
        <source>The list of transforms is not a list.</source>
        <translation>Die Liste der Transformationen ist keine Liste.</translation>
    </message>
    <message>
        <source>The loss compares with {} for each sample, but &quot;{}&quot; has {} to compare with.</source>
        <translation>Der Verlust vergleicht je Beispiel mit {~}, aber „{}“ bietet {} zum Vergleich.</translation>
    </message>
    <message>
        <source>The loss compares with {} for each sample, but &quot;{}&quot; holds {}{}.</source>
        <translation>Der Verlust vergleicht jedes Beispiel mit {~}, aber „{}“ enthält {}{}.</translation>
    </message>
    <message>
        <source>The loss compares with {}, but {} was given.</source>
        <translation>Der Verlust vergleicht mit {}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The loss is no longer a number</source>
        <translation>Der Verlust ist keine Zahl mehr</translation>
    </message>
    <message>
        <source>The loss is no longer a number.</source>
        <translation>Der Verlust ist keine Zahl mehr.</translation>
    </message>
    <message>
        <source>The loss of a batch does not follow from those of its parts because of “{}”, so neither ranks nor micro-batches can share a batch.</source>
        <translation>Wegen „{}“ folgt der Verlust eines Batches nicht aus denen seiner Teile, daher können sich weder Ränge noch Mikro-Batches einen Batch teilen.</translation>
    </message>
    <message>
        <source>The masks have more than 255 {}, or values without order: they seem to be photographs.</source>
        <translation>Die Masken haben mehr als 255 {} oder Werte ohne Ordnung: Es scheinen Fotos zu sein.</translation>
    </message>
    <message>
        <source>The mean file beside the text does not fit the network, and was ignored.</source>
        <translation>Die Mittelwertdatei neben dem Text passt nicht zum Netz und wurde nicht beachtet.</translation>
    </message>
    <message>
        <source>The mean file has {} channels, but the network {}.</source>
        <translation>Die Mittelwertdatei hat {} Kanäle, das Netz aber {}.</translation>
    </message>
    <message>
        <source>The mean is that of {}, which lies beside the text.</source>
        <translation>Der Mittelwert ist der von {}, das neben dem Text liegt.</translation>
    </message>
    <message>
        <source>The measurement ended before its first step.</source>
        <translation>Die Messung endete vor ihrem ersten Schritt.</translation>
    </message>
    <message>
        <source>The measurement was cancelled.</source>
        <translation>Die Messung wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The model computes with integers from its input; the network accepts all numbers.</source>
        <translation>Das Modell rechnet mit ganzen Zahlen aus der Eingabe; das Netz nimmt alle Zahlen an.</translation>
    </message>
    <message>
        <source>The model has functions in functions more than {} deep.</source>
        <translation>Das Modell schachtelt Funktionen mehr als {} Ebenen tief.</translation>
    </message>
    <message>
        <source>The model has more than {} nodes.</source>
        <translation>Das Modell hat mehr als {} Knoten.</translation>
    </message>
    <message>
        <source>The model has more than {} parts.</source>
        <translation>Das Modell hat mehr als {} Teile.</translation>
    </message>
    <message>
        <source>The model has no input “{}”.</source>
        <translation>Das Modell hat keine Eingabe „{}“.</translation>
    </message>
    <message>
        <source>The model has other inputs than the network.</source>
        <translation>Das Modell hat andere Eingaben als das Netz.</translation>
    </message>
    <message>
        <source>The model has several inputs, so one shape does not say what they are.</source>
        <translation>Das Modell hat mehrere Eingaben, eine einzige Form sagt also nicht, wie sie sind.</translation>
    </message>
    <message>
        <source>The model has sparse initializers, which nothing here reads.</source>
        <translation>Das Modell hat dünn besetzte Initializer, die hier nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The model has subgraphs in subgraphs more than {} deep.</source>
        <translation>Das Modell schachtelt Teilgraphen mehr als {} Ebenen tief.</translation>
    </message>
    <message>
        <source>The model has {} bytes; {} are the most that is read.</source>
        <translation>Das Modell hat {} Bytes; höchstens {} werden gelesen.</translation>
    </message>
    <message>
        <source>The model is no longer as Fovea wrote it, so its layers were made from its nodes.</source>
        <translation>Das Modell ist nicht mehr so, wie Fovea es geschrieben hat; seine Schichten wurden deshalb aus seinen Knoten gemacht.</translation>
    </message>
    <message>
        <source>The model leaves open how large its samples are.</source>
        <translation>Das Modell lässt offen, wie groß seine Beispiele sind.</translation>
    </message>
    <message>
        <source>The model leaves the size of its samples open, but may not be made for {}.</source>
        <translation>Das Modell lässt die Größe seiner Beispiele offen, ist aber vielleicht nicht für {} gemacht.</translation>
    </message>
    <message>
        <source>The model says that its weights are in &quot;{}&quot;, which is not in the folder of the model.</source>
        <translation>Laut Modell liegen die Gewichte in „{}“, und das ist nicht im Ordner des Modells.</translation>
    </message>
    <message>
        <source>The model was made for {} at a time; the network accepts any number.</source>
        <translation>Das Modell wurde für jeweils {} gemacht; das Netz nimmt beliebig viele an.</translation>
    </message>
    <message>
        <source>The model would have more than 2 GiB, which ONNX cannot hold in one file.</source>
        <translation>Das Modell hätte mehr als 2 GiB, die ONNX nicht in einer Datei fassen kann.</translation>
    </message>
    <message>
        <source>The model's weights are too large.</source>
        <translation>Die Gewichte des Modells sind zu groß.</translation>
    </message>
    <message>
        <source>The module of videos is of another version: {}.</source>
        <translation>Das Modul für Videos hat eine andere Version: {}.</translation>
    </message>
    <message>
        <source>The name begins or ends with a space, or holds a control character.</source>
        <translation>Der Name beginnt oder endet mit einem Leerzeichen oder enthält ein Steuerzeichen.</translation>
    </message>
    <message>
        <source>The name is empty.</source>
        <translation>Der Name ist leer.</translation>
    </message>
    <message>
        <source>The name is longer than {} bytes.</source>
        <translation>Der Name ist länger als {} Bytes.</translation>
    </message>
    <message>
        <source>The name is not valid UTF-8.</source>
        <translation>Der Name ist kein gültiges UTF-8.</translation>
    </message>
    <message>
        <source>The name of a class is one line of at most {} letters.</source>
        <translation>Der Name einer Klasse ist eine Zeile von höchstens {} Buchstaben.</translation>
    </message>
    <message>
        <source>The name of a tag is one line of 1 to {} letters without commas.</source>
        <translation>Der Name eines Stichworts ist eine Zeile von 1 bis {} Buchstaben ohne Kommas.</translation>
    </message>
    <message>
        <source>The name of an extension does not end: there is {}.</source>
        <translation>Der Name einer Erweiterung endet nicht: Dort steht {}.</translation>
    </message>
    <message>
        <source>The names of the arrays do not say which are samples and which their labels: import one file, or name them like x_train.npy and y_train.npy.</source>
        <translation>Die Namen der Arrays sagen nicht, welche Beispiele und welche deren Labels sind: eine Datei importieren, oder sie wie x_train.npy und y_train.npy nennen.</translation>
    </message>
    <message>
        <source>The names of the arrays of {} do not say which holds inputs: {}.</source>
        <translation>Die Namen der Arrays von {} sagen nicht, welches Eingaben enthält: {}.</translation>
    </message>
    <message>
        <source>The names of the classes are those of labels.txt, which lies beside the text.</source>
        <translation>Die Namen der Klassen sind die von labels.txt, das neben dem Text liegt.</translation>
    </message>
    <message>
        <source>The names of {} are not UTF-8; their other bytes are shown as \xE9.</source>
        <translation>Namen, die kein UTF-8 sind: {}; die übrigen Bytes werden als \xE9 gezeigt.</translation>
    </message>
    <message>
        <source>The network</source>
        <translation>Das Netz</translation>
    </message>
    <message>
        <source>The network answers with something that is not a number.</source>
        <translation>Das Netz antwortet mit etwas, das keine Zahl ist.</translation>
    </message>
    <message>
        <source>The network cannot be written as {}: no samples enter it, so there is nothing to answer.</source>
        <translation>Das Netz kann nicht als {} geschrieben werden: Es nimmt keine Beispiele auf, also gibt es nichts zu beantworten.</translation>
    </message>
    <message>
        <source>The network cannot run yet: {}</source>
        <translation>Das Netz kann noch nicht laufen: {}</translation>
    </message>
    <message>
        <source>The network carries its state from sample to sample.</source>
        <translation>Das Netz übernimmt seinen Zustand von Beispiel zu Beispiel.</translation>
    </message>
    <message>
        <source>The network does not answer with classes that a label could be among.</source>
        <translation>Das Netz antwortet nicht mit Klassen, unter denen ein Label sein könnte.</translation>
    </message>
    <message>
        <source>The network does not end in probabilities, so it cannot classify.</source>
        <translation>Das Netz endet nicht mit Wahrscheinlichkeiten, kann also nicht klassifizieren.</translation>
    </message>
    <message>
        <source>The network expects images of {}, but {} was given.</source>
        <translation>Das Netz erwartet Bilder der Form {}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The network expects no images.</source>
        <translation>Das Netz erwartet keine Bilder.</translation>
    </message>
    <message>
        <source>The network expects samples of {}, but those of &quot;{}&quot; are {}{}.</source>
        <translation>Das Netz erwartet Beispiele von {}, aber die von „{}“ sind {}{}.</translation>
    </message>
    <message>
        <source>The network expects {} ({} of {}), but &quot;{}&quot; holds {}.</source>
        <translation>Das Netz erwartet {~} ({} von {}), aber „{}“ enthält {}.</translation>
    </message>
    <message>
        <source>The network expects {}, but {} was given.</source>
        <translation>Das Netz erwartet {}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The network expects {}.</source>
        <translation>Das Netz erwartet {}.</translation>
    </message>
    <message>
        <source>The network has diverged: choose an earlier checkpoint.</source>
        <translation>Das Netz ist divergiert: Einen früheren Checkpoint wählen.</translation>
    </message>
    <message>
        <source>The network has no ReLU, so guided gradients would be its gradients.</source>
        <translation>Das Netz hat keine ReLU, geführte Gradienten wären also einfach seine Gradienten.</translation>
    </message>
    <message>
        <source>The network has no input &quot;{}&quot;.</source>
        <translation>Das Netz hat keine Eingabe „{}“.</translation>
    </message>
    <message>
        <source>The network has no layer &quot;{}&quot; to look at.</source>
        <translation>Das Netz hat keine Schicht „{}“, die sich ansehen ließe.</translation>
    </message>
    <message>
        <source>The network has no layer &quot;{}&quot;.</source>
        <translation>Das Netz hat keine Schicht „{}“.</translation>
    </message>
    <message>
        <source>The network has no layer named &quot;{}&quot;.</source>
        <translation>Das Netz hat keine Schicht namens „{}“.</translation>
    </message>
    <message>
        <source>The network has no loss, so it cannot be evaluated.</source>
        <translation>Das Netz hat keinen Verlust, lässt sich also nicht auswerten.</translation>
    </message>
    <message>
        <source>The network has no loss, so there is nothing to learn from.</source>
        <translation>Das Netz hat keinen Verlust, es gibt also nichts, woraus es lernen könnte.</translation>
    </message>
    <message>
        <source>The network has no weights, so there is nothing to randomise.</source>
        <translation>Das Netz hat keine Gewichte, also lässt sich nichts zufällig ersetzen.</translation>
    </message>
    <message>
        <source>The network has seen their answers, so the measured quality is too good.</source>
        <translation>Das Netz hat ihre Antworten gesehen, also ist die gemessene Qualität zu gut.</translation>
    </message>
    <message>
        <source>The network has {} inputs, and one sample was given.</source>
        <translation>Das Netz hat {} Eingaben, angegeben wurde aber ein einziges Beispiel.</translation>
    </message>
    <message>
        <source>The network has {} inputs, but the samples of &quot;{}&quot; have one part.</source>
        <translation>Das Netz hat {} Eingaben, aber die Beispiele von „{}“ haben nur einen Teil.</translation>
    </message>
    <message>
        <source>The network has {} inputs, but {} are given.</source>
        <translation>Das Netz hat {} Eingaben, aber {} sind angegeben.</translation>
    </message>
    <message>
        <source>The network has {} parameters.</source>
        <translation>Das Netz hat {} Parameter.</translation>
    </message>
    <message>
        <source>The network is empty.</source>
        <translation>Das Netz ist leer.</translation>
    </message>
    <message>
        <source>The network is larger than {} MiB.</source>
        <translation>Das Netz ist größer als {} MiB.</translation>
    </message>
    <message>
        <source>The network is of version {}, but this Fovea knows {}.</source>
        <translation>Das Netz hat Version {}, aber dieses Fovea kennt nur {}.</translation>
    </message>
    <message>
        <source>The network itself and its other states are not affected.</source>
        <translation>Das Netz selbst und seine anderen Stände sind nicht betroffen.</translation>
    </message>
    <message>
        <source>The network of run {} in {}</source>
        <translation>Das Netz von Lauf {} in {}</translation>
    </message>
    <message>
        <source>The network takes {}, but {} was given.</source>
        <translation>Das Netz nimmt {}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The network tells {} classes apart ({}), but &quot;{}&quot; has {} ({}).</source>
        <translation>Das Netz unterscheidet {} Klassen ({}), aber „{}“ hat {} ({}).</translation>
    </message>
    <message>
        <source>The network tells {} classes apart, but &quot;{}&quot; has {}{}.</source>
        <translation>Das Netz unterscheidet {} Klassen, aber „{}“ hat {}{}.</translation>
    </message>
    <message>
        <source>The network tells {} classes apart, but {} has {}{}.</source>
        <translation>Das Netz unterscheidet {} Klassen, aber {} hat {}{}.</translation>
    </message>
    <message>
        <source>The network was not trained on sounds that Fovea imported.</source>
        <translation>Das Netz wurde nicht mit Tonaufnahmen trainiert, die Fovea importiert hat.</translation>
    </message>
    <message>
        <source>The network was trained on samples such as {}, but those of &quot;{}&quot; are {}.</source>
        <translation>Das Netz wurde mit Beispielen wie {} trainiert, aber die von „{}“ sind {}.</translation>
    </message>
    <message>
        <source>The network's answer to sample {} of the {} split is not a number.</source>
        <translation>Die Antwort des Netzes auf Beispiel {} des Splits {~} ist keine Zahl.</translation>
    </message>
    <message>
        <source>The network's training has diverged: choose an earlier checkpoint.</source>
        <translation>Das Training des Netzes ist divergiert: Einen früheren Checkpoint wählen.</translation>
    </message>
    <message>
        <source>The network, the data sets and the checkpoint files are not affected. Put back a copy of the file, or move it aside (nothing is deleted) and open the project with an empty list of runs.</source>
        <translation>Das Netz, die Datensätze und die Dateien der Checkpoints sind nicht betroffen. Eine Kopie der Datei zurücklegen, oder die Datei beiseitelegen (nichts wird gelöscht) und das Projekt mit einer leeren Liste von Läufen öffnen.</translation>
    </message>
    <message>
        <source>The network, the data sets, the runs and the checkpoints beside it are not affected. Put back a copy of the file, or move it away and create the project again in the same folder, which takes up what is there.</source>
        <translation>Das Netz, die Datensätze, die Läufe und die Checkpoints daneben sind nicht betroffen. Eine Kopie der Datei zurücklegen, oder die Datei beiseitelegen und das Projekt im selben Ordner neu anlegen, wobei übernommen wird, was dort ist.</translation>
    </message>
    <message>
        <source>The null device only plans; it does not compute.</source>
        <translation>Das Gerät null plant nur; es rechnet nicht.</translation>
    </message>
    <message>
        <source>The null device only plans; it holds no numbers.</source>
        <translation>Das Gerät null plant nur; es enthält keine Zahlen.</translation>
    </message>
    <message>
        <source>The number of channels must be a multiple of {}.</source>
        <translation>Die Zahl der Kanäle muss ein Vielfaches von {} sein.</translation>
    </message>
    <message>
        <source>The number of devices</source>
        <translation>Die Zahl der Geräte</translation>
    </message>
    <message>
        <source>The number of groups must divide the number of channels.</source>
        <translation>Die Zahl der Gruppen muss die Zahl der Kanäle teilen.</translation>
    </message>
    <message>
        <source>The number of pieces</source>
        <translation>Die Zahl der Stücke</translation>
    </message>
    <message>
        <source>The number of ranks on each node, {}, is not that of its GPUs, {}: each rank uses one GPU.</source>
        <translation>Die Zahl der Ränge auf jedem Knoten, {}, ist nicht die seiner GPUs, {}: Jeder Rang nutzt eine GPU.</translation>
    </message>
    <message>
        <source>The number of {} cannot be {}.</source>
        <translation>Die Zahl der {} kann nicht {} sein.</translation>
    </message>
    <message>
        <source>The op “{}” itself, for imported models and for functions without a layer of their own.
Formula: {}{}
Inputs: {}. Axes and shapes count the batch as axis 0; an extent −k of a shape stands for k times the number of samples.</source>
        <translation>Der Operator „{}“ selbst, für importierte Modelle und für Funktionen ohne eigene Schicht.
Formel: {}{}
Eingänge: {}. Achsen und Formen zählen den Batch als Achse 0; eine Ausdehnung −k einer Form steht für das k-Fache der Zahl der Beispiele.</translation>
    </message>
    <message>
        <source>The order {} does not name each of the {} axes of {} once.</source>
        <translation>Die Reihenfolge {} nennt nicht jede der {} Achsen von {} genau einmal.</translation>
    </message>
    <message>
        <source>The other ranks did not listen.</source>
        <translation>Die anderen Ränge haben nicht reagiert.</translation>
    </message>
    <message>
        <source>The output {}: {}</source>
        <translation>Die Ausgabe {}: {}</translation>
    </message>
    <message>
        <source>The outputs could not be compared: {}</source>
        <translation>Die Ausgaben ließen sich nicht vergleichen: {}</translation>
    </message>
    <message>
        <source>The padding has {} numbers, but the value needs {}: one before and one after each axis.</source>
        <translation>Die Auffüllung hat {} Zahlen, aber der Wert braucht {}: eine vor und eine nach jeder Achse.</translation>
    </message>
    <message>
        <source>The parameters must be a JSON object.</source>
        <translation>Die Parameter müssen ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>The part &quot;{}&quot; of a sample is {} where the data set has {}.</source>
        <translation>Der Teil „{}“ eines Beispiels ist {}, wo der Datensatz {} hat.</translation>
    </message>
    <message>
        <source>The part &quot;{}&quot; of a sample is {}, but {} was given.</source>
        <translation>Der Teil „{}“ eines Beispiels ist {}, angegeben wurde aber {}.</translation>
    </message>
    <message>
        <source>The parts of a sample have more than 256 MiB.</source>
        <translation>Die Teile eines Beispiels haben mehr als 256 MiB.</translation>
    </message>
    <message>
        <source>The path of a checkpoint leads out of the project.</source>
        <translation>Der Pfad eines Checkpoints führt aus dem Projekt hinaus.</translation>
    </message>
    <message>
        <source>The peak rate of {} cannot be measured.</source>
        <translation>Die Spitzenleistung von {} lässt sich nicht messen.</translation>
    </message>
    <message>
        <source>The pixels of this DICOM image are a kind of JPEG that is not read.</source>
        <translation>Die Pixel dieses DICOM-Bildes sind eine Art von JPEG, die nicht gelesen wird.</translation>
    </message>
    <message>
        <source>The pixels of this DICOM image are compressed in a way that is not read ({}).</source>
        <translation>Die Pixel dieses DICOM-Bildes sind auf eine Weise komprimiert, die nicht gelesen wird ({}).</translation>
    </message>
    <message>
        <source>The place of the weights &quot;{}&quot; is no number.</source>
        <translation>Die Stelle der Gewichte „{}“ ist keine Zahl.</translation>
    </message>
    <message>
        <source>The placeholder “{}” ({}) holds no text of Caffe's.</source>
        <translation>Der Platzhalter „{}“ ({}) enthält keinen Text von Caffe.</translation>
    </message>
    <message>
        <source>The position is not within {}, the output of &quot;{}&quot;.</source>
        <translation>Die Position liegt nicht innerhalb von {}, der Ausgabe von „{}“.</translation>
    </message>
    <message>
        <source>The position is not within {}, the weights of &quot;{}&quot;.</source>
        <translation>Die Position liegt nicht innerhalb von {}, den Gewichten von „{}“.</translation>
    </message>
    <message>
        <source>The position is not within {}.</source>
        <translation>Die Position liegt nicht innerhalb von {}.</translation>
    </message>
    <message>
        <source>The position lies outside the canvas.</source>
        <translation>Die Position liegt außerhalb der Leinwand.</translation>
    </message>
    <message>
        <source>The printer did not begin.</source>
        <translation>Der Drucker hat nicht begonnen.</translation>
    </message>
    <message>
        <source>The program has {} inputs, but got {}.</source>
        <translation>Das Programm hat {} Eingaben, erhielt aber {}.</translation>
    </message>
    <message>
        <source>The project can only be read here: another program or window has it.</source>
        <translation>Das Projekt kann hier nur gelesen werden: Ein anderes Programm oder Fenster hat es.</translation>
    </message>
    <message>
        <source>The project has a data set named &quot;{}&quot; already.</source>
        <translation>Das Projekt hat schon einen Datensatz namens „{}“.</translation>
    </message>
    <message>
        <source>The project has a network named &quot;{}&quot; already.</source>
        <translation>Das Projekt hat schon ein Netz namens „{}“.</translation>
    </message>
    <message>
        <source>The project has no data set named &quot;{}&quot;.</source>
        <translation>Das Projekt hat keinen Datensatz namens „{}“.</translation>
    </message>
    <message>
        <source>The project has no network in {}.</source>
        <translation>Das Projekt hat kein Netz in {}.</translation>
    </message>
    <message>
        <source>The project {} has lost its runs.db.</source>
        <translation>Dem Projekt {} fehlt die Datei runs.db.</translation>
    </message>
    <message>
        <source>The project {} is open for reading only.</source>
        <translation>Das Projekt {} ist nur zum Lesen geöffnet.</translation>
    </message>
    <message>
        <source>The project {} is open for reading only; no run can be recorded in it.</source>
        <translation>Das Projekt {} ist nur zum Lesen geöffnet; darin lässt sich kein Lauf aufzeichnen.</translation>
    </message>
    <message>
        <source>The project {} is open in {}.</source>
        <translation>Das Projekt {} ist in {} geöffnet.</translation>
    </message>
    <message>
        <source>The projection was cancelled.</source>
        <translation>Die Projektion wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The quotation mark is not closed on this line.</source>
        <translation>Das Anführungszeichen wird in dieser Zeile nicht geschlossen.</translation>
    </message>
    <message>
        <source>The ranks do not make the same exchange of numbers or texts.</source>
        <translation>Die Ränge tauschen nicht dieselben Zahlen oder Texte aus.</translation>
    </message>
    <message>
        <source>The rate stays the same: {} is not known.</source>
        <translation>Die Lernrate bleibt gleich: {} ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The rate's steps come at whole epochs.</source>
        <translation>Die Stufen der Lernrate liegen auf ganzen Epochen.</translation>
    </message>
    <message>
        <source>The reference device knows only dense layouts, not one for {}.</source>
        <translation>Das Referenzgerät kennt nur dichte Layouts, keines für {}.</translation>
    </message>
    <message>
        <source>The rows no longer have the form of those in the data set: {}.</source>
        <translation>Die Zeilen haben nicht mehr die Form derer im Datensatz: {}.</translation>
    </message>
    <message>
        <source>The rows of {} are empty or too large.</source>
        <translation>Die Zeilen von {} sind leer oder zu groß.</translation>
    </message>
    <message>
        <source>The rows of {} are no images: they have not the axes height and width, and 1 or 3 channels.</source>
        <translation>Die Zeilen von {} sind keine Bilder: Es fehlen die Achsen Höhe und Breite mit 1 oder 3 Kanälen.</translation>
    </message>
    <message>
        <source>The rows of {} are of another length than others, or too many.</source>
        <translation>Die Zeilen von {} haben eine andere Länge als andere, oder es sind zu viele.</translation>
    </message>
    <message>
        <source>The rows of {} have another shape than those of {}.</source>
        <translation>Die Zeilen von {} haben eine andere Form als die von {}.</translation>
    </message>
    <message>
        <source>The run &quot;{}&quot; cannot begin again: it has no checkpoint with the weights that it began with.</source>
        <translation>Der Lauf „{}“ kann nicht neu beginnen: Er hat keinen Checkpoint mit den Gewichten, mit denen er begann.</translation>
    </message>
    <message>
        <source>The run &quot;{}&quot; has checkpoints after step {}, which would be lost.</source>
        <translation>Der Lauf „{}“ hat Checkpoints nach Schritt {}, die verloren gingen.</translation>
    </message>
    <message>
        <source>The run &quot;{}&quot; has finished and has no checkpoint to go on from.</source>
        <translation>Der Lauf „{}“ ist beendet und hat keinen Checkpoint, von dem aus er weitergehen könnte.</translation>
    </message>
    <message>
        <source>The run &quot;{}&quot; is going on already.</source>
        <translation>Der Lauf „{}“ ist schon im Gang.</translation>
    </message>
    <message>
        <source>The run &quot;{}&quot; is still going on.</source>
        <translation>Der Lauf „{}“ ist noch im Gang.</translation>
    </message>
    <message>
        <source>The run cannot go back: a rank had no memory to remember its state.</source>
        <translation>Der Lauf kann nicht zurück: Einem Rang fehlte der Speicher, um sich den Zustand zu merken.</translation>
    </message>
    <message>
        <source>The run cannot go on with “{}”, which is not the data set that it was trained on: {}.</source>
        <translation>Der Lauf kann nicht mit „{}“ weitergehen; das ist nicht der Datensatz, mit dem er trainiert wurde: {}.</translation>
    </message>
    <message>
        <source>The run has no checkpoint, so its layers could not be looked at.</source>
        <translation>Der Lauf hat keinen Checkpoint, also ließen sich seine Schichten nicht ansehen.</translation>
    </message>
    <message>
        <source>The run has trained {} epochs already and cannot end after {}.</source>
        <translation>Der Lauf hat schon {} Epochen trainiert und kann nicht nach {} enden.</translation>
    </message>
    <message>
        <source>The run is back after step {}, before it happened: continue with a smaller learning rate.</source>
        <translation>Der Lauf ist wieder beim Stand nach Schritt {}, bevor es geschah: mit einer kleineren Lernrate fortsetzen.</translation>
    </message>
    <message>
        <source>The run is deleted, but its checkpoints cannot be removed</source>
        <translation>Der Lauf ist gelöscht, aber seine Checkpoints lassen sich nicht entfernen</translation>
    </message>
    <message>
        <source>The run is paused, because its checkpoint could not be saved</source>
        <translation>Der Lauf ist pausiert, weil sein Checkpoint nicht gespeichert werden konnte</translation>
    </message>
    <message>
        <source>The run is paused, because its curves could not be saved</source>
        <translation>Der Lauf ist pausiert, weil seine Kurven nicht gespeichert werden konnten</translation>
    </message>
    <message>
        <source>The run is paused, because its histograms could not be saved</source>
        <translation>Der Lauf ist pausiert, weil seine Histogramme nicht gespeichert werden konnten</translation>
    </message>
    <message>
        <source>The run was ended because {} did not answer for {} seconds.</source>
        <translation>Der Lauf wurde beendet, weil {} {} Sekunden lang nicht geantwortet hat.</translation>
    </message>
    <message>
        <source>The run was stopped before it began.</source>
        <translation>Der Lauf wurde gestoppt, bevor er begann.</translation>
    </message>
    <message>
        <source>The run was told to end while {} did not answer.</source>
        <translation>Der Lauf sollte enden, während {} nicht antwortete.</translation>
    </message>
    <message>
        <source>The runs and the checkpoints are not affected. Move the file away to begin with an empty queue.</source>
        <translation>Die Läufe und die Checkpoints sind nicht betroffen. Die Datei beiseitelegen, um mit einer leeren Warteschlange zu beginnen.</translation>
    </message>
    <message>
        <source>The runs do not measure &quot;{}&quot;.</source>
        <translation>Die Läufe messen „{}“ nicht.</translation>
    </message>
    <message>
        <source>The samples are not the first axis of the output, as a network's are.</source>
        <translation>Die Beispiele sind nicht die erste Achse der Ausgabe wie bei einem Netz.</translation>
    </message>
    <message>
        <source>The samples have different sizes, and they are no images to be resized.</source>
        <translation>Die Beispiele haben verschiedene Größen und sind keine Bilder, deren Größe sich ändern ließe.</translation>
    </message>
    <message>
        <source>The samples of &quot;{}&quot; are no images, so no boxes lie in them.</source>
        <translation>Die Beispiele von „{}“ sind keine Bilder, also liegen keine Rahmen darin.</translation>
    </message>
    <message>
        <source>The samples of &quot;{}&quot; do not have one class each that could be replaced: it is for {}.</source>
        <translation>Die Beispiele von „{}“ haben nicht je eine Klasse, die sich ersetzen ließe: Der Datensatz ist für {~}.</translation>
    </message>
    <message>
        <source>The samples of &quot;{}&quot; do not have one class each, so a prediction cannot be evaluated.</source>
        <translation>Die Beispiele von „{}“ haben nicht je eine Klasse, also lässt sich eine Vorhersage nicht auswerten.</translation>
    </message>
    <message>
        <source>The samples of &quot;{}&quot; have other parts beside their input ({}) than the network was trained on ({}).</source>
        <translation>Die Beispiele von „{}“ haben neben ihrer Eingabe andere Teile ({}), als das Netz im Training hatte ({}).</translation>
    </message>
    <message>
        <source>The samples of &quot;{}&quot; have parts beside their input, which cannot be mixed with those of other samples.</source>
        <translation>Die Beispiele von „{}“ haben neben ihrer Eingabe weitere Teile, die sich nicht mit denen anderer Beispiele mischen lassen.</translation>
    </message>
    <message>
        <source>The samples of {} have one part, which enters at {}.</source>
        <translation>Die Beispiele von {} haben nur einen Teil, der bei {} hineingeht.</translation>
    </message>
    <message>
        <source>The script needs the folder of the project.</source>
        <translation>Das Skript braucht den Ordner des Projekts.</translation>
    </message>
    <message>
        <source>The search for a learning rate was cancelled.</source>
        <translation>Die Suche nach einer Lernrate wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The search for where that began was stopped.</source>
        <translation>Die Suche danach, wo das begann, wurde gestoppt.</translation>
    </message>
    <message>
        <source>The search needs rates from one above zero to a higher one.</source>
        <translation>Die Suche braucht Raten von einer über null bis zu einer höheren.</translation>
    </message>
    <message>
        <source>The search was cancelled.</source>
        <translation>Die Suche wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The settings of run {}</source>
        <translation>Die Einstellungen von Lauf {}</translation>
    </message>
    <message>
        <source>The shape is too large.</source>
        <translation>Die Form ist zu groß.</translation>
    </message>
    <message>
        <source>The shape {} has {} positions, but {} are listed.</source>
        <translation>Die Form {} hat {} Positionen, aber {} sind aufgeführt.</translation>
    </message>
    <message>
        <source>The shapes of {} and {} do not fit each other.</source>
        <translation>Die Formen von {} und {} passen nicht zueinander.</translation>
    </message>
    <message>
        <source>The sheet of {} is not empty.</source>
        <translation>Das Blatt von {} ist nicht leer.</translation>
    </message>
    <message>
        <source>The size [{}] is too large.</source>
        <translation>Die Größe [{}] ist zu groß.</translation>
    </message>
    <message>
        <source>The size of its samples is impossible.</source>
        <translation>Die Größe der Beispiele ist unmöglich.</translation>
    </message>
    <message>
        <source>The sizes must add up to the whole axis.</source>
        <translation>Die Größen müssen zusammen die ganze Achse ergeben.</translation>
    </message>
    <message>
        <source>The sizes {} make {} positions, but axis {} of {} has {}.</source>
        <translation>Die Größen {} ergeben {} Positionen, aber Achse {} von {} hat {}.</translation>
    </message>
    <message>
        <source>The solver assumes {} iterations per epoch, and the data layers name their data sets train_lmdb and val_lmdb.</source>
        <translation>Der Solver nimmt {} Iterationen je Epoche an, und die Datenschichten nennen ihre Datensätze train_lmdb und val_lmdb.</translation>
    </message>
    <message>
        <source>The solver is Adam: Caffe has no {}.</source>
        <translation>Der Solver ist Adam: {} gibt es in Caffe nicht.</translation>
    </message>
    <message>
        <source>The solver keeps one rate: Caffe has no {}.</source>
        <translation>Der Solver behält eine einzige Lernrate: {} gibt es in Caffe nicht.</translation>
    </message>
    <message>
        <source>The solver says what cannot be: {}</source>
        <translation>Der Solver verlangt Unmögliches: {}</translation>
    </message>
    <message>
        <source>The solver's settings are those of the checkpoint.</source>
        <translation>Die Einstellungen des Solvers sind die des Checkpoints.</translation>
    </message>
    <message>
        <source>The split has no samples to look through.</source>
        <translation>Der Split hat keine Beispiele, die sich durchsehen ließen.</translation>
    </message>
    <message>
        <source>The splits are train, validation and test.</source>
        <translation>Die Splits sind train, validation und test.</translation>
    </message>
    <message>
        <source>The statistics of the data set are those of its import. Import it again if its samples have changed since.</source>
        <translation>Die Statistik des Datensatzes stammt von seinem Import. Importieren Sie ihn neu, wenn sich seine Beispiele seither geändert haben.</translation>
    </message>
    <message>
        <source>The step cannot be looked at layer by layer</source>
        <translation>Der Schritt lässt sich nicht Schicht für Schicht betrachten</translation>
    </message>
    <message>
        <source>The stored evaluation is damaged: {}.</source>
        <translation>Die gespeicherte Auswertung ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>The stored evaluation was written by a later version.</source>
        <translation>Die gespeicherte Auswertung wurde von einer späteren Version geschrieben.</translation>
    </message>
    <message>
        <source>The sweep &quot;{}&quot; is under way.</source>
        <translation>Die Versuchsreihe „{}“ läuft.</translation>
    </message>
    <message>
        <source>The sweep has more than {} runs.</source>
        <translation>Die Versuchsreihe hat mehr als {} Läufe.</translation>
    </message>
    <message>
        <source>The sweep sets “{}”, which is no setting.</source>
        <translation>Die Versuchsreihe setzt „{}“, was keine Einstellung ist.</translation>
    </message>
    <message>
        <source>The sweep varies nothing.</source>
        <translation>Die Versuchsreihe variiert nichts.</translation>
    </message>
    <message>
        <source>The sweep varies “{}”, which is no setting.</source>
        <translation>Die Versuchsreihe variiert „{}“, was keine Einstellung ist.</translation>
    </message>
    <message>
        <source>The sweep was begun by a newer version of Fovea.</source>
        <translation>Die Versuchsreihe wurde von einer neueren Version von Fovea begonnen.</translation>
    </message>
    <message>
        <source>The sweep's numbers are not right.</source>
        <translation>Die Zahlen der Versuchsreihe stimmen nicht.</translation>
    </message>
    <message>
        <source>The sweep's plan is damaged: </source>
        <translation>Der Plan der Versuchsreihe ist beschädigt: </translation>
    </message>
    <message>
        <source>The sweep's plan is damaged: it has no network.</source>
        <translation>Der Plan der Versuchsreihe ist beschädigt: Er hat kein Netz.</translation>
    </message>
    <message>
        <source>The synthesis was cancelled.</source>
        <translation>Die Synthese wurde abgebrochen.</translation>
    </message>
    <message>
        <source>The system refused a request</source>
        <translation>Das System hat eine Anforderung abgelehnt</translation>
    </message>
    <message>
        <source>The system refused a request: </source>
        <translation>Das System hat eine Anforderung abgelehnt: </translation>
    </message>
    <message>
        <source>The system refused a thread: </source>
        <translation>Das System hat einen Thread abgelehnt: </translation>
    </message>
    <message>
        <source>The table has no column &quot;{}&quot;.</source>
        <translation>Die Tabelle hat keine Spalte „{}“.</translation>
    </message>
    <message>
        <source>The table of boxes names the image {}, which is neither beside it nor in &quot;images&quot;.</source>
        <translation>Die Rahmentabelle nennt das Bild {}, das weder neben ihr noch in „images“ liegt.</translation>
    </message>
    <message>
        <source>The table {} has no column &quot;{}&quot;.</source>
        <translation>Die Tabelle {} hat keine Spalte „{}“.</translation>
    </message>
    <message>
        <source>The targets of &quot;{}&quot; have different sizes.</source>
        <translation>Die Ziele von „{}“ haben verschiedene Größen.</translation>
    </message>
    <message>
        <source>The tasks are {}.</source>
        <translation>Die Aufgaben sind {}.</translation>
    </message>
    <message>
        <source>The text does not say how large the samples of “{}” are.</source>
        <translation>Der Text sagt nicht, wie groß die Beispiele von „{}“ sind.</translation>
    </message>
    <message>
        <source>The text ends, but a {} is missing.</source>
        <translation>Der Text endet, aber ein {} fehlt.</translation>
    </message>
    <message>
        <source>The text goes on after its end.</source>
        <translation>Der Text geht nach seinem Ende weiter.</translation>
    </message>
    <message>
        <source>The text has no symbol that the network knows.</source>
        <translation>Der Text enthält kein Symbol, das das Netz kennt.</translation>
    </message>
    <message>
        <source>The text has {} bytes, and at most {} are read.</source>
        <translation>Der Text hat {} Bytes, und höchstens {} werden gelesen.</translation>
    </message>
    <message>
        <source>The text has {}, and a sample needs {}.</source>
        <translation>Der Text hat {}, und ein Beispiel braucht {}.</translation>
    </message>
    <message>
        <source>The text in quotes does not end.</source>
        <translation>Der Text in Anführungszeichen endet nicht.</translation>
    </message>
    <message>
        <source>The text names a mean file that is not there; Fovea measures the mean of its own data.</source>
        <translation>Der Text nennt eine Mittelwertdatei, die nicht da ist; Fovea misst den Mittelwert der eigenen Daten.</translation>
    </message>
    <message>
        <source>The text of a note is not valid UTF-8.</source>
        <translation>Der Text einer Notiz ist kein gültiges UTF-8.</translation>
    </message>
    <message>
        <source>The texts beside the sounds, such as {}, hold two times and a class a line, and Fovea has no task that finds when sounds occur.</source>
        <translation>Die Texte neben den Tonaufnahmen, etwa {}, enthalten je Zeile zwei Zeiten und eine Klasse, und Fovea hat keine Aufgabe, die findet, wann Geräusche auftreten.</translation>
    </message>
    <message>
        <source>The texts in {}, such as {}, hold records as JSON or XML, and a file of records a sample is not read.</source>
        <translation>Die Texte in {}, etwa {}, enthalten Datensätze als JSON oder XML, und eine solche Datei je Beispiel wird nicht gelesen.</translation>
    </message>
    <message>
        <source>The texts in {}, such as {}, hold tables of numbers, and a file of numbers a sample is not read.</source>
        <translation>Die Texte in {}, etwa {}, enthalten Tabellen von Zahlen, und eine Datei von Zahlen je Beispiel wird nicht gelesen.</translation>
    </message>
    <message>
        <source>The time of a step</source>
        <translation>Die Zeit eines Schritts</translation>
    </message>
    <message>
        <source>The transforms of the Input layer cannot be used: {}</source>
        <translation>Die Transformationen der Eingabeschicht lassen sich nicht verwenden: {}</translation>
    </message>
    <message>
        <source>The two evaluations are not of the same samples.</source>
        <translation>Die beiden Auswertungen sind nicht von denselben Beispielen.</translation>
    </message>
    <message>
        <source>The values of &quot;{}&quot; are numbers, and &quot;{}&quot; is none.</source>
        <translation>Die Werte von „{}“ sind Zahlen, und „{}“ ist keine.</translation>
    </message>
    <message>
        <source>The video could not be written to {}.</source>
        <translation>Das Video ließ sich nicht nach {} schreiben.</translation>
    </message>
    <message>
        <source>The weight must be [filters, channels, {}height, width], but is {}.</source>
        <translation>Das Gewicht muss [filters, channels, {}height, width] sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The weight of the new batch in the running moments.</source>
        <translation>Das Gewicht des neuen Batches in den laufenden Momenten.</translation>
    </message>
    <message>
        <source>The weight of the squares' mean times their number.</source>
        <translation>Das Gewicht des Mittelwerts der Quadrate, mal ihrer Anzahl.</translation>
    </message>
    <message>
        <source>The weight of this rank's numbers in the sum.</source>
        <translation>Das Gewicht der Zahlen dieses Rangs in der Summe.</translation>
    </message>
    <message>
        <source>The weight {} holds no numbers.</source>
        <translation>Das Gewicht {} enthält keine Zahlen.</translation>
    </message>
    <message>
        <source>The weights &quot;{}&quot; do not fit into &quot;{}&quot;, which has {} bytes.</source>
        <translation>Die Gewichte „{}“ passen nicht in „{}“ mit {} Bytes.</translation>
    </message>
    <message>
        <source>The weights &quot;{}&quot; have no shape that can be.</source>
        <translation>Die Gewichte „{}“ haben eine unmögliche Form.</translation>
    </message>
    <message>
        <source>The weights are beside it, as a .caffemodel file; for a network with a loss, also the texts for training.</source>
        <translation>Die Gewichte liegen daneben, als .caffemodel-Datei; bei einem Netz mit Verlust auch die Texte zum Trainieren.</translation>
    </message>
    <message>
        <source>The weights are beside it, as a .safetensors file.</source>
        <translation>Die Gewichte liegen daneben, als .safetensors-Datei.</translation>
    </message>
    <message>
        <source>The weights are fresh ones, as training would begin with.</source>
        <translation>Die Gewichte sind frische, wie zu Beginn eines Trainings.</translation>
    </message>
    <message>
        <source>The weights are missing: there is no file &quot;{}&quot; beside the model.</source>
        <translation>Die Gewichte fehlen: Neben dem Modell liegt keine Datei „{}“.</translation>
    </message>
    <message>
        <source>The weights are more than the 2 GiB that a caffemodel can hold.</source>
        <translation>Die Gewichte sind mehr als die 2 GiB, die ein caffemodel fasst.</translation>
    </message>
    <message>
        <source>The weights are of another network.</source>
        <translation>Die Gewichte sind die eines anderen Netzes.</translation>
    </message>
    <message>
        <source>The weights are those of {}, which lies beside the text.</source>
        <translation>Die Gewichte sind die von {}, das neben dem Text liegt.</translation>
    </message>
    <message>
        <source>The weights do not fit.</source>
        <translation>Die Gewichte passen nicht.</translation>
    </message>
    <message>
        <source>The weights file is damaged: &quot;{}&quot;</source>
        <translation>Die Gewichtsdatei ist beschädigt: „{}“</translation>
    </message>
    <message>
        <source>The weights file is damaged: {}.</source>
        <translation>Die Gewichtsdatei ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>The weights go beside it, as a .safetensors file.</source>
        <translation>Die Gewichte kommen daneben, als .safetensors-Datei.</translation>
    </message>
    <message>
        <source>The weights of {} were not taken: {}</source>
        <translation>Die Gewichte von {} wurden nicht genommen: {}</translation>
    </message>
    <message>
        <source>The windows are too many.</source>
        <translation>Es sind zu viele Fenster.</translation>
    </message>
    <message>
        <source>The {} has {} number{}, but the value has {} {}.</source>
        <translation>„{}“ hat {} Integer{}, aber der Wert hat {} {~}.</translation>
    </message>
    <message>
        <source>The {} must be a single number, but is {}.</source>
        <translation>„{}“ muss eine einzelne Zahl sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The {} must be {}, but is {}.</source>
        <translation>„{}“ muss {} sein, ist aber {}.</translation>
    </message>
    <message>
        <source>The {} must be {}, not {}.</source>
        <translation>„{}“ muss {} sein, nicht {}.</translation>
    </message>
    <message>
        <source>The {} must have four axes, but is {}.</source>
        <translation>„{}“ muss vier Achsen haben, ist aber {}.</translation>
    </message>
    <message>
        <source>The {} must hold real numbers (f32, f64, f16 or bf16), not {}.</source>
        <translation>„{}“ muss reelle Zahlen enthalten (f32, f64, f16 oder bf16), nicht {}.</translation>
    </message>
    <message>
        <source>The {} of “{}” should be {}, but the caffemodel has {}.</source>
        <translation>{1} von „{2}“ müsste {3} sein, aber das caffemodel hat {4}.</translation>
    </message>
    <message>
        <source>The {} split of &quot;{}&quot; has no labelled sample.</source>
        <translation>Der Split {~} von „{}“ hat kein Beispiel mit Label.</translation>
    </message>
    <message>
        <source>The {} split of {} has no samples.</source>
        <translation>Der Split {~} von {} hat keine Beispiele.</translation>
    </message>
    <message>
        <source>The {} would be too large: {}.</source>
        <translation>„{}“ wäre zu groß: {}.</translation>
    </message>
    <message>
        <source>The {} would be {}×{} where the inputs are {}×{}: no whole factor lies between them.</source>
        <translation>{~} wären {}×{} groß, die Eingaben aber {}×{}: Dazwischen liegt kein ganzzahliger Faktor.</translation>
    </message>
    <message>
        <source>The {} {} has {} numbers, but {} has {} {}.</source>
        <translation>„{}“ {} hat {} Zahlen, aber {} hat {} {~}.</translation>
    </message>
    <message>
        <source>There are a thousand presets already.</source>
        <translation>Es gibt schon tausend Vorlagen.</translation>
    </message>
    <message>
        <source>There are labels up to {}, and {} names: numbers stand for the classes.</source>
        <translation>Es gibt Labels bis {} und {} Namen: Zahlen stehen für die Klassen.</translation>
    </message>
    <message>
        <source>There are more than {} fields, which is more than any network has.</source>
        <translation>Es gibt mehr als {} Felder, und so viele hat kein Netz.</translation>
    </message>
    <message>
        <source>There are more than {} layers.</source>
        <translation>Es gibt mehr als {} Schichten.</translation>
    </message>
    <message>
        <source>There are more than {} variables.</source>
        <translation>Es gibt mehr als {} Variablen.</translation>
    </message>
    <message>
        <source>There are no block numbers left.</source>
        <translation>Es sind keine Nummern für Blöcke mehr frei.</translation>
    </message>
    <message>
        <source>There are no checkpoints in {}.</source>
        <translation>In {} gibt es keine Checkpoints.</translation>
    </message>
    <message>
        <source>There are no checkpoints.</source>
        <translation>Es gibt keine Checkpoints.</translation>
    </message>
    <message>
        <source>There are no classes to choose from.</source>
        <translation>Es gibt keine Klassen, unter denen zu wählen wäre.</translation>
    </message>
    <message>
        <source>There are no layer numbers left.</source>
        <translation>Es sind keine Nummern für Schichten mehr frei.</translation>
    </message>
    <message>
        <source>There are no note numbers left.</source>
        <translation>Es sind keine Nummern für Notizen mehr frei.</translation>
    </message>
    <message>
        <source>There are no samples for training, only for validation or testing.</source>
        <translation>Es gibt keine Beispiele zum Training, nur zur Validierung oder zum Test.</translation>
    </message>
    <message>
        <source>There are no samples to project.</source>
        <translation>Es gibt keine Beispiele, die sich projizieren ließen.</translation>
    </message>
    <message>
        <source>There are no test files: nothing will be kept apart for testing.</source>
        <translation>Es gibt keine Testdateien: Nichts wird für den Test zurückbehalten.</translation>
    </message>
    <message>
        <source>There are no weights for {}, which the network needs.</source>
        <translation>Es gibt keine Gewichte für {}, aber das Netz braucht sie.</translation>
    </message>
    <message>
        <source>There are no weights for {}.{}.</source>
        <translation>Für {}.{} gibt es keine Gewichte.</translation>
    </message>
    <message>
        <source>There are only test files: without training files a network cannot be trained on them.</source>
        <translation>Es gibt nur Testdateien: Ohne Trainingsdateien lässt sich damit kein Netz trainieren.</translation>
    </message>
    <message>
        <source>There are two inputs named &quot;{}&quot;.</source>
        <translation>Es gibt zwei Eingaben namens „{}“.</translation>
    </message>
    <message>
        <source>There are two variables named &quot;{}&quot;.</source>
        <translation>Es gibt zwei Variablen namens „{}“.</translation>
    </message>
    <message>
        <source>There are {} class weights for {} classes.</source>
        <translation>Es gibt {} Klassengewichte für {} Klassen.</translation>
    </message>
    <message>
        <source>There are {} parts, but {} sizes.</source>
        <translation>Es gibt {} Teile, aber {} Größen.</translation>
    </message>
    <message>
        <source>There are {} tables in {}, and their names do not say which one trains: {}.</source>
        <translation>In {2} liegen {1} Tabellen, und ihre Namen sagen nicht, welche zum Training dient: {3}.</translation>
    </message>
    <message>
        <source>There are: {}.</source>
        <translation>Vorhanden sind: {}.</translation>
    </message>
    <message>
        <source>There cannot be more components than rows or numbers in a row.</source>
        <translation>Es kann nicht mehr Komponenten geben als Zeilen oder als Zahlen in einer Zeile.</translation>
    </message>
    <message>
        <source>There is a comma too many before the {}.</source>
        <translation>Vor dem {} steht ein Komma zu viel.</translation>
    </message>
    <message>
        <source>There is a project in {} already.</source>
        <translation>In {} gibt es schon ein Projekt.</translation>
    </message>
    <message>
        <source>There is a sweep &quot;{}&quot; already.</source>
        <translation>Es gibt schon eine Versuchsreihe „{}“.</translation>
    </message>
    <message>
        <source>There is already a block named {}.</source>
        <translation>Es gibt schon einen Block namens {}.</translation>
    </message>
    <message>
        <source>There is already a block number {}.</source>
        <translation>Es gibt schon einen Block mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is already a layer named {}.</source>
        <translation>Es gibt schon eine Schicht namens {}.</translation>
    </message>
    <message>
        <source>There is already a layer number {}.</source>
        <translation>Es gibt schon eine Schicht mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is already a note number {}.</source>
        <translation>Es gibt schon eine Notiz mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is no _classes.txt or classes.txt: numbers stand for the classes.</source>
        <translation>Es gibt weder _classes.txt noch classes.txt: Zahlen stehen für die Klassen.</translation>
    </message>
    <message>
        <source>There is no axis {} in {}.</source>
        <translation>Es gibt keine Achse {} in {}.</translation>
    </message>
    <message>
        <source>There is no block number {} in this network.</source>
        <translation>In diesem Netz gibt es keinen Block mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is no camera {}.</source>
        <translation>Es gibt keine Kamera {}.</translation>
    </message>
    <message>
        <source>There is no class {}: the data set has {}.</source>
        <translation>Es gibt keine Klasse {}: Der Datensatz hat {}.</translation>
    </message>
    <message>
        <source>There is no class {}: the network tells {} apart.</source>
        <translation>Es gibt keine Klasse {}: Das Netz unterscheidet {}.</translation>
    </message>
    <message>
        <source>There is no classes.txt with a line for each class: numbers stand for the classes.</source>
        <translation>Es gibt keine classes.txt mit einer Zeile für jede Klasse: Zahlen stehen für die Klassen.</translation>
    </message>
    <message>
        <source>There is no codec for {} files.</source>
        <translation>Für {}-Dateien gibt es keinen Codec.</translation>
    </message>
    <message>
        <source>There is no data set in {}: it has no {}.</source>
        <translation>In {} ist kein Datensatz: {} fehlt.</translation>
    </message>
    <message>
        <source>There is no data set named &quot;{}&quot; in the trash of the project.</source>
        <translation>Im Papierkorb des Projekts gibt es keinen Datensatz namens „{}“.</translation>
    </message>
    <message>
        <source>There is no data set that says how sounds enter the network.</source>
        <translation>Es gibt keinen Datensatz, der festlegt, wie Tonaufnahmen in das Netz gehen.</translation>
    </message>
    <message>
        <source>There is no data set to edit.</source>
        <translation>Es gibt keinen Datensatz zum Bearbeiten.</translation>
    </message>
    <message>
        <source>There is no data set to evaluate on.</source>
        <translation>Es gibt keinen Datensatz zum Auswerten.</translation>
    </message>
    <message>
        <source>There is no data set to train on.</source>
        <translation>Es gibt keinen Datensatz, auf dem trainiert werden könnte.</translation>
    </message>
    <message>
        <source>There is no data set whose samples could be projected.</source>
        <translation>Es gibt keinen Datensatz, dessen Beispiele sich projizieren ließen.</translation>
    </message>
    <message>
        <source>There is no data.yaml or classes.txt: numbers stand for the classes.</source>
        <translation>Es gibt weder data.yaml noch classes.txt: Zahlen stehen für die Klassen.</translation>
    </message>
    <message>
        <source>There is no device named &quot;{}&quot;.</source>
        <translation>Es gibt kein Gerät namens „{}“.</translation>
    </message>
    <message>
        <source>There is no edit to do again.</source>
        <translation>Es gibt keine Änderung zum Wiederholen.</translation>
    </message>
    <message>
        <source>There is no edit to take back.</source>
        <translation>Es gibt keine Änderung zum Zurücknehmen.</translation>
    </message>
    <message>
        <source>There is no element type named &quot;{}&quot;.</source>
        <translation>Es gibt keinen Elementtyp namens „{}“.</translation>
    </message>
    <message>
        <source>There is no event file in {}.</source>
        <translation>In {} ist keine Ereignisdatei.</translation>
    </message>
    <message>
        <source>There is no example named &quot;{}&quot;.</source>
        <translation>Es gibt kein Beispiel namens „{}“.</translation>
    </message>
    <message>
        <source>There is no file or folder {}.</source>
        <translation>Es gibt keine Datei und keinen Ordner {}.</translation>
    </message>
    <message>
        <source>There is no file {}.</source>
        <translation>Es gibt keine Datei {}.</translation>
    </message>
    <message>
        <source>There is no folder with a model.onnx below {}.</source>
        <translation>Unter {} gibt es keinen Ordner mit einem model.onnx.</translation>
    </message>
    <message>
        <source>There is no folder {}.</source>
        <translation>Den Ordner {} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no frame to write.</source>
        <translation>Es gibt keinen Frame zum Schreiben.</translation>
    </message>
    <message>
        <source>There is no head {}: the layer has {}, from 0.</source>
        <translation>Es gibt keinen Kopf {}: Die Schicht hat {}, ab 0 gezählt.</translation>
    </message>
    <message>
        <source>There is no identity_CelebA.txt that says who is on the images.</source>
        <translation>Es gibt keine identity_CelebA.txt, die sagt, wer auf den Bildern zu sehen ist.</translation>
    </message>
    <message>
        <source>There is no importer named &quot;{}&quot;.</source>
        <translation>Es gibt keinen Importer namens „{}“.</translation>
    </message>
    <message>
        <source>There is no layer in this text.</source>
        <translation>In diesem Text ist keine Schicht.</translation>
    </message>
    <message>
        <source>There is no layer number {} in this network.</source>
        <translation>In diesem Netz gibt es keine Schicht mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is no layer type “{}” in this version.</source>
        <translation>In dieser Version gibt es keinen Schichttyp „{}“.</translation>
    </message>
    <message>
        <source>There is no list images_{}_train.txt beside these images.</source>
        <translation>Neben diesen Bildern liegt keine Liste images_{}_train.txt.</translation>
    </message>
    <message>
        <source>There is no mask to learn the classes from.</source>
        <translation>Es gibt keine Maske, aus der sich die Klassen ablesen lassen.</translation>
    </message>
    <message>
        <source>There is no method &quot;{}&quot;.</source>
        <translation>Es gibt kein Verfahren „{}“.</translation>
    </message>
    <message>
        <source>There is no name before &quot;{}&quot;.</source>
        <translation>Vor „{}“ steht kein Name.</translation>
    </message>
    <message>
        <source>There is no note number {} in this network.</source>
        <translation>In diesem Netz gibt es keine Notiz mit der Nummer {}.</translation>
    </message>
    <message>
        <source>There is no op named &quot;{}&quot;.</source>
        <translation>Es gibt keine Operation namens „{}“.</translation>
    </message>
    <message>
        <source>There is no parameter named &quot;{}&quot;.</source>
        <translation>Es gibt keinen Parameter namens „{}“.</translation>
    </message>
    <message>
        <source>There is no phase “{}”.</source>
        <translation>Es gibt keine Phase „{}“.</translation>
    </message>
    <message>
        <source>There is no place named {}.</source>
        <translation>Einen Ort namens {} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no position {} in epoch {}: batches of {} follow each other without an epoch.</source>
        <translation>In Epoche {2} gibt es keine Position {1}: Batches von {3} folgen einander ohne Epoche.</translation>
    </message>
    <message>
        <source>There is no position {} in epoch {}: the {} split has {} samples.</source>
        <translation>In Epoche {2} gibt es keine Position {1}: Der Split {3~} hat {4} Beispiele.</translation>
    </message>
    <message>
        <source>There is no preset &quot;{}&quot;.</source>
        <translation>Es gibt keine Vorlage „{}“.</translation>
    </message>
    <message>
        <source>There is no project in {}.</source>
        <translation>In {} gibt es kein Projekt.</translation>
    </message>
    <message>
        <source>There is no rank {} of {}.</source>
        <translation>Rang {} von {} gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no record {} in {}: it has {}.</source>
        <translation>Es gibt keinen Eintrag {} in {}: Dort sind {}.</translation>
    </message>
    <message>
        <source>There is no removed network in {}.</source>
        <translation>In {} gibt es kein entferntes Netz.</translation>
    </message>
    <message>
        <source>There is no run {} in {}.</source>
        <translation>Es gibt keinen Lauf {} in {}.</translation>
    </message>
    <message>
        <source>There is no run {}.</source>
        <translation>Es gibt keinen Lauf {}.</translation>
    </message>
    <message>
        <source>There is no sample to look at.</source>
        <translation>Es gibt kein Beispiel zum Ansehen.</translation>
    </message>
    <message>
        <source>There is no sample to make a data set of.</source>
        <translation>Es gibt kein Beispiel, aus dem ein Datensatz werden könnte.</translation>
    </message>
    <message>
        <source>There is no sample to make a data set of.{}</source>
        <translation>Es gibt kein Beispiel, aus dem ein Datensatz werden könnte.{}</translation>
    </message>
    <message>
        <source>There is no sample {} in the {} split of {}: it has {}.</source>
        <translation>Es gibt kein Beispiel {} im Split {} von {}: Er hat {}.</translation>
    </message>
    <message>
        <source>There is no score {}: the network has {}, counted from 0.</source>
        <translation>Es gibt keine Wertung {}: Das Netz hat {}, ab 0 gezählt.</translation>
    </message>
    <message>
        <source>There is no setting &quot;{}&quot;.</source>
        <translation>Es gibt keine Einstellung „{}“.</translation>
    </message>
    <message>
        <source>There is no split named &quot;{}&quot;.</source>
        <translation>Es gibt keinen Split namens „{}“.</translation>
    </message>
    <message>
        <source>There is no standard network “{}”.</source>
        <translation>Es gibt kein Standardnetz „{}“.</translation>
    </message>
    <message>
        <source>There is no step {}: the layer has {}, from 0.</source>
        <translation>Es gibt keinen Schritt {}: Die Schicht hat {}, ab 0 gezählt.</translation>
    </message>
    <message>
        <source>There is no such edge in this network.</source>
        <translation>In diesem Netz gibt es keine solche Verbindung.</translation>
    </message>
    <message>
        <source>There is no such escape in a text in quotes.</source>
        <translation>Eine solche Escape-Folge gibt es in einem Text in Anführungszeichen nicht.</translation>
    </message>
    <message>
        <source>There is no sweep &quot;{}&quot; in {}.</source>
        <translation>Es gibt keine Versuchsreihe „{}“ in {}.</translation>
    </message>
    <message>
        <source>There is no table {} in {}.</source>
        <translation>Es gibt keine Tabelle {} in {}.</translation>
    </message>
    <message>
        <source>There is no task named &quot;{}&quot;.</source>
        <translation>Es gibt keine Aufgabe namens „{}“.</translation>
    </message>
    <message>
        <source>There is no transform named &quot;{}&quot;.</source>
        <translation>Es gibt keine Transformation namens „{}“.</translation>
    </message>
    <message>
        <source>There is no value after &quot;{}{}&quot;.</source>
        <translation>Nach „{}{}“ steht kein Wert.</translation>
    </message>
    <message>
        <source>There is no value for input &quot;{}&quot;.</source>
        <translation>Es gibt keinen Wert für die Eingabe „{}“.</translation>
    </message>
    <message>
        <source>There is no value of “{}” to try.</source>
        <translation>Es gibt keinen Wert für „{}“, der probiert werden kann.</translation>
    </message>
    <message>
        <source>There is no variable named &quot;{}&quot;.</source>
        <translation>Es gibt keine Variable namens „{}“.</translation>
    </message>
    <message>
        <source>There is no {} in {}.</source>
        <translation>In {2} nicht gefunden: {1}.</translation>
    </message>
    <message>
        <source>There is no {} {}: there are {}, from 0.</source>
        <translation>{} {} gibt es nicht: Es sind {}, von 0 an.</translation>
    </message>
    <message>
        <source>There is not enough memory for {}</source>
        <translation>Der Speicher reicht nicht für {}</translation>
    </message>
    <message>
        <source>There is not enough memory for {}.</source>
        <translation>Der Speicher ist zu klein: {} passt nicht hinein.</translation>
    </message>
    <message>
        <source>There is not enough memory on {}: a step with batch {} needs {}, and {} are free</source>
        <translation>Auf {} reicht der Speicher nicht: Ein Schritt mit Batch {} braucht {}, und {} sind frei</translation>
    </message>
    <message>
        <source>There is not enough memory on {}: {} are free</source>
        <translation>Auf {} reicht der Speicher nicht: {} sind frei</translation>
    </message>
    <message>
        <source>There is not enough memory to decode an image.</source>
        <translation>Der Speicher reicht nicht, um ein Bild zu dekodieren.</translation>
    </message>
    <message>
        <source>There is not enough memory to decompress a volume.</source>
        <translation>Der Speicher reicht nicht, um ein Volumen zu entpacken.</translation>
    </message>
    <message>
        <source>There is not enough memory to encode an image.</source>
        <translation>Der Speicher reicht nicht, um ein Bild zu kodieren.</translation>
    </message>
    <message>
        <source>There is not enough memory to go on.</source>
        <translation>Der Speicher reicht nicht, um fortzufahren.</translation>
    </message>
    <message>
        <source>There is not enough memory to import {}.</source>
        <translation>Der Speicher reicht nicht, um {} zu importieren.</translation>
    </message>
    <message>
        <source>There is not enough memory to open the data set {}.</source>
        <translation>Der Speicher reicht nicht, um den Datensatz {} zu öffnen.</translation>
    </message>
    <message>
        <source>There is not enough memory to open {}.</source>
        <translation>Der Speicher reicht nicht, um {} zu öffnen.</translation>
    </message>
    <message>
        <source>There is not enough memory to read {}.</source>
        <translation>Der Speicher reicht nicht, um {} zu lesen.</translation>
    </message>
    <message>
        <source>There is not enough memory to resize an image.</source>
        <translation>Der Speicher reicht nicht, um die Größe eines Bildes zu ändern.</translation>
    </message>
    <message>
        <source>There is not enough memory to unpack it.</source>
        <translation>Der Speicher reicht zum Auspacken nicht.</translation>
    </message>
    <message>
        <source>There is not enough memory to use {}.</source>
        <translation>Der Speicher reicht nicht, um {} zu benutzen.</translation>
    </message>
    <message>
        <source>There is not enough memory to write the GIF.</source>
        <translation>Der Speicher reicht nicht, um das GIF zu schreiben.</translation>
    </message>
    <message>
        <source>There is not enough space on the disk to unpack {} beside the data set: it becomes {}{} bytes, and {} are free.</source>
        <translation>Der Platz auf dem Datenträger reicht nicht, um {} neben dem Datensatz auszupacken: Es werden {}{} Bytes, und {} sind frei.</translation>
    </message>
    <message>
        <source>There is not enough space on the disk to unpack {}: it has {} bytes, and {} are free.</source>
        <translation>Der Platz auf dem Datenträger reicht nicht, um {} auszupacken: Es sind {} Bytes, und {} sind frei.</translation>
    </message>
    <message>
        <source>There is nothing to attend to: the keys are empty.</source>
        <translation>Es gibt nichts, worauf sich die Attention richten könnte: Die Keys sind leer.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There is one where all samples are images of one size.</source>
        <translation>Es gibt eines, wo alle Beispiele Bilder derselben Größe sind.</translation>
    </message>
    <message>
        <source>These are several sets, whose labels differ: {} and {}.</source>
        <translation>Das sind mehrere Datensätze mit verschiedenen Labels: {} und {}.</translation>
    </message>
    <message>
        <source>These files hold more than {} pages.</source>
        <translation>Diese Dateien enthalten mehr als {} Seiten.</translation>
    </message>
    <message>
        <source>These layers cannot be one block. {}</source>
        <translation>Diese Schichten können kein Block sein. {}</translation>
    </message>
    <message>
        <source>These tables have more than 50,000,000 boxes.</source>
        <translation>Diese Tabellen haben mehr als 50.000.000 Rahmen.</translation>
    </message>
    <message>
        <source>These tables hold too many runs.</source>
        <translation>Diese Tabellen enthalten zu viele Läufe von Pixeln.</translation>
    </message>
    <message>
        <source>They do not belong together: one of them is damaged or has a wrong name.</source>
        <translation>Sie gehören nicht zusammen: Eine von beiden ist beschädigt oder hat einen falschen Namen.</translation>
    </message>
    <message>
        <source>This DICOM file holds no image.</source>
        <translation>Diese DICOM-Datei enthält kein Bild.</translation>
    </message>
    <message>
        <source>This DICOM image is damaged or cut off: {}.</source>
        <translation>Dieses DICOM-Bild ist beschädigt oder abgeschnitten: {}.</translation>
    </message>
    <message>
        <source>This DICOM image {}, which is not read.</source>
        <translation>Dieses DICOM-Bild wird nicht gelesen: Es {}.</translation>
    </message>
    <message>
        <source>This Fovea has no CUDA module: {} was not found in {}.</source>
        <translation>Dieses Fovea hat kein CUDA-Modul: {} nicht gefunden (gesucht in: {}).</translation>
    </message>
    <message>
        <source>This GIF image is damaged or cut off.</source>
        <translation>Dieses GIF-Bild ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>This PNG image is damaged or cut off: </source>
        <translation>Dieses PNG-Bild ist beschädigt oder abgeschnitten: </translation>
    </message>
    <message>
        <source>This TIFF image has more than {} pages.</source>
        <translation>Dieses TIFF-Bild hat mehr als {} Seiten.</translation>
    </message>
    <message>
        <source>This TIFF image has {} channels, and no colours.</source>
        <translation>Dieses TIFF-Bild hat {} Kanäle und keine Farben.</translation>
    </message>
    <message>
        <source>This TIFF image holds fractions of {} bits, which no picture of 8 bits can.</source>
        <translation>Dieses TIFF-Bild enthält Gleitkommazahlen mit {} Bits, was kein Bild mit 8 Bits kann.</translation>
    </message>
    <message>
        <source>This TIFF image holds {} of {} bits, which are not read.</source>
        <translation>Dieses TIFF-Bild enthält {~} mit {} Bits, die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This TIFF image is damaged or cut off.</source>
        <translation>Dieses TIFF-Bild ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>This TIFF image is damaged, cut off, or of a kind that is not read.</source>
        <translation>Dieses TIFF-Bild ist beschädigt, abgeschnitten oder von einer Art, die nicht gelesen wird.</translation>
    </message>
    <message>
        <source>This TIFF image is damaged: its pages go in a circle.</source>
        <translation>Dieses TIFF-Bild ist beschädigt: Seine Seiten verweisen im Kreis aufeinander.</translation>
    </message>
    <message>
        <source>This WebP image is damaged or cut off.</source>
        <translation>Dieses WebP-Bild ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>This animated PNG image is damaged or cut off: {}.</source>
        <translation>Dieses animierte PNG-Bild ist beschädigt oder abgeschnitten: {}.</translation>
    </message>
    <message>
        <source>This build does not know ONNX.</source>
        <translation>Dieser Build kennt ONNX nicht.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot change the case of letters beyond A to Z: it was made without utf8proc.</source>
        <translation>Diese Fassung von Fovea kann nur Buchstaben von A bis Z groß- oder kleinschreiben: Sie wurde ohne utf8proc gebaut.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot decode GIF images: it was made without giflib.</source>
        <translation>Dieser Build von Fovea kann keine GIF-Bilder dekodieren: er entstand ohne giflib.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot decode WebP images that move: it was made without libwebp.</source>
        <translation>Dieser Build von Fovea kann keine bewegten WebP-Bilder dekodieren: er entstand ohne libwebp.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot read sound: it was made without libsndfile.</source>
        <translation>Dieser Build von Fovea kann keinen Ton lesen: er entstand ohne libsndfile.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot write GIFs.</source>
        <translation>Dieser Build von Fovea kann keine GIFs schreiben.</translation>
    </message>
    <message>
        <source>This build of Fovea cannot write PNG or JPEG: it was made without OpenCV.</source>
        <translation>Dieser Build von Fovea kann weder PNG noch JPEG schreiben: er entstand ohne OpenCV.</translation>
    </message>
    <message>
        <source>This edge would close a cycle: {}{}.</source>
        <translation>Diese Verbindung würde einen Kreis schließen: {}{}.</translation>
    </message>
    <message>
        <source>This is nested more than 64 levels deep.</source>
        <translation>Dies ist mehr als 64 Ebenen tief geschachtelt.</translation>
    </message>
    <message>
        <source>This is no DICOM file.</source>
        <translation>Das ist keine DICOM-Datei.</translation>
    </message>
    <message>
        <source>This is no block.</source>
        <translation>Das ist kein Block.</translation>
    </message>
    <message>
        <source>This is no file of Caffe's, or it is damaged: {}.</source>
        <translation>Das ist keine Datei von Caffe, oder sie ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>This is no file of weights in the safetensors format.</source>
        <translation>Das ist keine Datei mit Gewichten im safetensors-Format.</translation>
    </message>
    <message>
        <source>This is not a Fovea network: &quot;format&quot; must be &quot;fovea-network&quot;.</source>
        <translation>Dies ist kein Netz von Fovea: &quot;format&quot; muss &quot;fovea-network&quot; sein.</translation>
    </message>
    <message>
        <source>This is not an ONNX model, or it is damaged.</source>
        <translation>Das ist kein ONNX-Modell, oder es ist beschädigt.</translation>
    </message>
    <message>
        <source>This is not an ONNX tensor, or it is damaged.</source>
        <translation>Das ist kein ONNX-Tensor, oder er ist beschädigt.</translation>
    </message>
    <message>
        <source>This is not an image that can be read.</source>
        <translation>Das ist kein lesbares Bild.</translation>
    </message>
    <message>
        <source>This libwebp is of another version than Fovea was built with.</source>
        <translation>Diese libwebp hat eine andere Version als die, mit der Fovea gebaut wurde.</translation>
    </message>
    <message>
        <source>This method needs a layer.</source>
        <translation>Dieses Verfahren braucht eine Schicht.</translation>
    </message>
    <message>
        <source>This method works on numbers, and the input of the network is symbols.</source>
        <translation>Diese Methode arbeitet mit Zahlen, und die Eingabe des Netzes besteht aus Symbolen.</translation>
    </message>
    <message>
        <source>This must be a JSON object.</source>
        <translation>Dies muss ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>This recurrence keeps nothing to learn from.</source>
        <translation>Diese Rekurrenz behält nichts, woraus sich lernen ließe.</translation>
    </message>
    <message>
        <source>This run does not use {}, since its {} is {}.</source>
        <translation>Dieser Lauf verwendet {} nicht, da sein {} {} ist.</translation>
    </message>
    <message>
        <source>This split has not been evaluated yet.</source>
        <translation>Dieser Split wurde noch nicht ausgewertet.</translation>
    </message>
    <message>
        <source>This state of the network is not kept any more.</source>
        <translation>Dieser Stand des Netzes ist nicht mehr aufbewahrt.</translation>
    </message>
    <message>
        <source>This table has no column from which &quot;{}&quot; can be predicted.</source>
        <translation>Diese Tabelle hat keine Spalte, aus der sich „{1}“ vorhersagen lässt.</translation>
    </message>
    <message>
        <source>This table has no column of labels.</source>
        <translation>Diese Tabelle hat keine Spalte mit Labels.</translation>
    </message>
    <message>
        <source>This table has no column of numbers to predict.</source>
        <translation>Diese Tabelle hat keine Spalte mit Zahlen, die sich vorhersagen ließen.</translation>
    </message>
    <message>
        <source>This table has no column of numbers, of images or of texts that can be learned from.</source>
        <translation>Diese Tabelle hat keine Spalte mit Zahlen, Bildern oder Texten, aus der sich lernen lässt.</translation>
    </message>
    <message>
        <source>This table has no column of numbers, of images or of texts.</source>
        <translation>Diese Tabelle hat keine Spalte mit Zahlen, Bildern oder Texten.</translation>
    </message>
    <message>
        <source>This table is larger than a billion numbers.</source>
        <translation>Diese Tabelle ist größer als eine Milliarde Zahlen.</translation>
    </message>
    <message>
        <source>This value was not asked to be kept when the graph was compiled.</source>
        <translation>Beim Kompilieren des Graphen wurde nicht verlangt, diesen Wert aufzubewahren.</translation>
    </message>
    <message>
        <source>This {} image cannot be decoded: {}.</source>
        <translation>Dieses {}-Bild lässt sich nicht dekodieren: {}.</translation>
    </message>
    <message>
        <source>This {} image has another size than it should.</source>
        <translation>Dieses {}-Bild hat eine andere Größe, als es sollte.</translation>
    </message>
    <message>
        <source>This {} image has more than 8 bits a value.</source>
        <translation>Dieses {}-Bild hat mehr als 8 Bits je Wert.</translation>
    </message>
    <message>
        <source>This {} image is damaged or cut off.</source>
        <translation>Dieses {}-Bild ist beschädigt oder abgeschnitten.</translation>
    </message>
    <message>
        <source>This {} image is damaged or cut off: it does not say its size.</source>
        <translation>Dieses {}-Bild ist beschädigt oder abgeschnitten: Es gibt seine Größe nicht an.</translation>
    </message>
    <message>
        <source>This {} image of {}×{} pixels is too large: at most {} pixels a side and {} in all are read.</source>
        <translation>Dieses {}-Bild mit {}×{} Pixeln ist zu groß: Gelesen werden höchstens {} Pixel je Seite und {} insgesamt.</translation>
    </message>
    <message>
        <source>To tell whole sentences apart, write a table of a sentence and its class a row, and import that.</source>
        <translation>Um ganze Sätze zu unterscheiden, eine Tabelle mit einem Satz und seiner Klasse je Zeile schreiben und diese importieren.</translation>
    </message>
    <message>
        <source>To tell whole sentences apart, write a table of a sentence and the first label of its tree a row, and import that.</source>
        <translation>Um ganze Sätze zu unterscheiden, eine Tabelle mit einem Satz und dem ersten Label seines Baums je Zeile schreiben und diese importieren.</translation>
    </message>
    <message>
        <source>To tell whole sounds apart, write a table of a sound and its class or classes a row, and import the folder with it. To take the sounds without them, choose the kind &quot;audio&quot;.</source>
        <translation>Um ganze Tonaufnahmen zu unterscheiden, eine Tabelle mit einer Aufnahme und ihrer Klasse oder ihren Klassen je Zeile schreiben und den Ordner damit einlesen. Um die Aufnahmen ohne sie zu nehmen, die Art „audio“ wählen.</translation>
    </message>
    <message>
        <source>To train on its characters, choose the kind &quot;text&quot;.</source>
        <translation>Um mit den Zeichen zu trainieren, die Art „text“ wählen.</translation>
    </message>
    <message>
        <source>To train on the words of one language, import {} alone.</source>
        <translation>Um mit den Wörtern einer Sprache zu trainieren, nur {} importieren.</translation>
    </message>
    <message>
        <source>To train the network, let a layer learn.</source>
        <translation>Um das Netz zu trainieren, eine Schicht lernen lassen.</translation>
    </message>
    <message>
        <source>To train, let a network have one Input layer; draw several edges from it.</source>
        <translation>Zum Trainieren dem Netz eine einzige Eingabeschicht geben; mehrere Verbindungen von ihr aus ziehen.</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>zu viele offene Dateien</translation>
    </message>
    <message>
        <source>Too many unfinished imports lie in {}.</source>
        <translation>In {} liegen zu viele unfertige Importe.</translation>
    </message>
    <message>
        <source>Train a network with one Input layer; draw several edges from it.</source>
        <translation>Ein Netz mit einer einzigen Eingabeschicht trainieren; mehrere Verbindungen von ihr aus ziehen.</translation>
    </message>
    <message>
        <source>Train with one rank and micro_batches of 1, or with another loss.</source>
        <translation>Mit einem Rang und micro_batches 1 trainieren, oder mit einem anderen Verlust.</translation>
    </message>
    <message>
        <source>Train with one rank, or set the layer's state to zero.</source>
        <translation>Mit einem Rang trainieren oder den Zustand der Schicht auf null setzen.</translation>
    </message>
    <message>
        <source>Train with several ranks on the CPU: --device cpu.</source>
        <translation>Mit mehreren Rängen auf der CPU trainieren: --device cpu.</translation>
    </message>
    <message>
        <source>Training goes on, but a safety copy of it could not be saved</source>
        <translation>Das Training geht weiter, aber eine Sicherungskopie davon konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>Training goes on, but histograms are not recorded</source>
        <translation>Das Training geht weiter, aber Histogramme werden nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Training goes on, but the breakpoints are not checked</source>
        <translation>Das Training geht weiter, aber die Haltepunkte werden nicht geprüft</translation>
    </message>
    <message>
        <source>Training with {} ranks</source>
        <translation>Training mit {} Rängen</translation>
    </message>
    <message>
        <source>Transform {} of the list is damaged: {}.</source>
        <translation>Transformation {} der Liste ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>Transforms need an axis of channels: not {}.</source>
        <translation>Transformationen brauchen eine Achse der Kanäle: nicht {}.</translation>
    </message>
    <message>
        <source>Transforms that mix samples can neither begin nor end during a run, since they change what the loss takes.</source>
        <translation>Transformationen, die Beispiele mischen, können während eines Laufs weder anfangen noch aufhören, da sie ändern, was der Verlust bekommt.</translation>
    </message>
    <message>
        <source>Try again after it.</source>
        <translation>Es danach noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Try again after the next change of the weights.</source>
        <translation>Es nach der nächsten Änderung der Gewichte noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Try again when it has finished.</source>
        <translation>Noch einmal versuchen, wenn es fertig ist.</translation>
    </message>
    <message>
        <source>UMAP needs at least two neighbours, and as many samples as neighbours.</source>
        <translation>UMAP braucht mindestens zwei Nachbarn und so viele Beispiele wie Nachbarn.</translation>
    </message>
    <message>
        <source>UMAP's least distance is from 0 to 1, and its epochs are at least 1.</source>
        <translation>Der kleinste Abstand von UMAP liegt zwischen 0 und 1, und die Zahl der Epochen ist mindestens 1.</translation>
    </message>
    <message>
        <source>Uncompress them, for instance: gdcmconv --raw a.dcm b.dcm.</source>
        <translation>Entpacken Sie sie, zum Beispiel: gdcmconv --raw a.dcm b.dcm.</translation>
    </message>
    <message>
        <source>Unfold the block</source>
        <translation>Den Block entfalten</translation>
    </message>
    <message>
        <source>Unpack it and import the folder, or install libarchive-dev and build again.</source>
        <translation>Auspacken und den Ordner importieren, oder libarchive-dev installieren und neu bauen.</translation>
    </message>
    <message>
        <source>Unpack it yourself first.</source>
        <translation>Zuerst selbst auspacken.</translation>
    </message>
    <message>
        <source>Unpacking the archive</source>
        <translation>Das Archiv wird ausgepackt</translation>
    </message>
    <message>
        <source>Update Fovea to open it.</source>
        <translation>Fovea aktualisieren, um den Datensatz zu öffnen.</translation>
    </message>
    <message>
        <source>Update Fovea to read it.</source>
        <translation>Fovea aktualisieren, um die Datei zu lesen.</translation>
    </message>
    <message>
        <source>Update Fovea.</source>
        <translation>Fovea aktualisieren.</translation>
    </message>
    <message>
        <source>Use Binary cross-entropy after a layer with {} units.</source>
        <translation>Binäre Kreuzentropie nach einer Schicht mit {} Einheiten verwenden.</translation>
    </message>
    <message>
        <source>Use CTC after a layer with {} units: one for each label and a blank.</source>
        <translation>CTC nach einer Schicht mit {} Einheiten verwenden: einer je Label und einer für den Blank.</translation>
    </message>
    <message>
        <source>Use Cross-entropy with labels for each position after a layer with {} units.</source>
        <translation>Kreuzentropie mit Labels für jede Position nach einer Schicht mit {} Einheiten verwenden.</translation>
    </message>
    <message>
        <source>Use Cross-entropy with labels for each position, Dice or Focal, after a layer with {} channels.</source>
        <translation>Kreuzentropie mit Labels für jede Position, Dice oder Focal nach einer Schicht mit {} Kanälen verwenden.</translation>
    </message>
    <message>
        <source>Use Cross-entropy, or take what mixes out of the transforms.</source>
        <translation>Kreuzentropie verwenden oder das Mischende aus den Transformationen nehmen.</translation>
    </message>
    <message>
        <source>Use Detection after a convolution with {} filters: one for each class and four for a box.</source>
        <translation>„Erkennung von Dingen“ nach einer Faltung mit {} Filtern verwenden: einer je Klasse und vier für einen Rahmen.</translation>
    </message>
    <message>
        <source>Use Mean squared error, Mean absolute error or Huber after a layer with {} units.</source>
        <translation>„Mittlerer quadratischer Fehler“, „Mittlerer absoluter Fehler“ oder Huber nach einer Schicht mit {} Einheiten verwenden.</translation>
    </message>
    <message>
        <source>Use ReLU instead of sigmoid and tanh</source>
        <translation>ReLU statt Sigmoid und Tanh verwenden</translation>
    </message>
    <message>
        <source>Use a loss between images, such as Mean squared error, after a layer with as many channels as the other images.</source>
        <translation>Einen Verlust zwischen Bildern verwenden, etwa „Mittlerer quadratischer Fehler“, nach einer Schicht mit so vielen Kanälen, wie die anderen Bilder haben.</translation>
    </message>
    <message>
        <source>Use a loss for labels, such as Cross-entropy, or let the network's output be one number, one number for each class, or like its input.</source>
        <translation>Einen Verlust für Labels verwenden, etwa Kreuzentropie, oder die Ausgabe des Netzes eine Zahl, eine Zahl je Klasse oder wie seine Eingabe sein lassen.</translation>
    </message>
    <message>
        <source>Use a number of ranks that divides micro_batches, or set micro_batches to 1.</source>
        <translation>Nehmen Sie eine Zahl von Rängen, die micro_batches teilt, oder setzen Sie micro_batches auf 1.</translation>
    </message>
    <message>
        <source>Use another block here, or draw its layers.</source>
        <translation>Hier einen anderen Block verwenden oder seine Schichten zeichnen.</translation>
    </message>
    <message>
        <source>Use its blocks less often, or make them smaller.</source>
        <translation>Seine Blöcke seltener verwenden oder kleiner machen.</translation>
    </message>
    <message>
        <source>Use kernel {}</source>
        <translation>Kernel {} verwenden</translation>
    </message>
    <message>
        <source>Use leaky ReLU</source>
        <translation>Leaky ReLU verwenden</translation>
    </message>
    <message>
        <source>Use less padding, or a larger kernel.</source>
        <translation>Weniger Auffüllung oder einen größeren Kernel verwenden.</translation>
    </message>
    <message>
        <source>Use letters, digits and . _ - : / @ + only.</source>
        <translation>Nur Buchstaben, Ziffern und . _ - : / @ + verwenden.</translation>
    </message>
    <message>
        <source>Use one group</source>
        <translation>Eine Gruppe verwenden</translation>
    </message>
    <message>
        <source>Use one number for all axes</source>
        <translation>Eine Zahl für alle Achsen verwenden</translation>
    </message>
    <message>
        <source>Use the block</source>
        <translation>Den Block verwenden</translation>
    </message>
    <message>
        <source>Use the weights of {}</source>
        <translation>Die Gewichte von {} verwenden</translation>
    </message>
    <message>
        <source>Use the window of the pooling that is undone.</source>
        <translation>Das Fenster des Poolings verwenden, das rückgängig gemacht wird.</translation>
    </message>
    <message>
        <source>Use the words left, right, top, bottom, width, height, centre_x, centre_y, x, y, class, text and score, and - for a cell of no use, with blanks between them; for instance: left top right bottom class.</source>
        <translation>Nehmen Sie die Wörter left, right, top, bottom, width, height, centre_x, centre_y, x, y, class, text und score, und - für eine Zelle ohne Bedeutung, mit Leerzeichen dazwischen; zum Beispiel: left top right bottom class.</translation>
    </message>
    <message>
        <source>Use them with use=labels.</source>
        <translation>Verwenden Sie diese mit use=labels.</translation>
    </message>
    <message>
        <source>Use {} groups</source>
        <translation>{} Gruppen verwenden</translation>
    </message>
    <message>
        <source>Validation share {} and Test share {} leave too little to train on.</source>
        <translation>Validierungsanteil {} und Testanteil {} lassen zu wenig zum Trainieren übrig.</translation>
    </message>
    <message>
        <source>Values of {} are no picture.</source>
        <translation>Werte der Form {} sind kein Bild.</translation>
    </message>
    <message>
        <source>Version {} of {} cannot be read any more.</source>
        <translation>Version {} von {} lässt sich nicht mehr lesen.</translation>
    </message>
    <message>
        <source>Volumes of several channels with masks for each are not read.</source>
        <translation>Volumina mit mehreren Kanälen und Masken für jeden werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Wait for it before {}.</source>
        <translation>Vor Folgendem darauf warten: {}.</translation>
    </message>
    <message>
        <source>Wait for it, or cancel it, before {}.</source>
        <translation>Vor Folgendem darauf warten oder es abbrechen: {}.</translation>
    </message>
    <message>
        <source>Weight decay is that of squares (L2), not L1.</source>
        <translation>Der Gewichtsabfall ist der der Quadrate (L2), nicht L1.</translation>
    </message>
    <message>
        <source>Weights without a filler begin as He et al. have it, not with zeros.</source>
        <translation>Gewichte ohne Filler beginnen wie bei He et al., nicht mit Nullen.</translation>
    </message>
    <message>
        <source>What can be imported: {}.</source>
        <translation>Importieren lassen sich: {}.</translation>
    </message>
    <message>
        <source>What can: learning_rate, epochs, batch, weight_decay, momentum, clip_limit, augmentation, and when to validate, save, stop and record histograms.</source>
        <translation>Ändern lassen sich: learning_rate, epochs, batch, weight_decay, momentum, clip_limit, augmentation, und wann validiert, gespeichert und gestoppt wird und Histogramme aufgezeichnet werden.</translation>
    </message>
    <message>
        <source>What is to be learned is in lists or objects, such as &quot;{}&quot;, which are not read.</source>
        <translation>Was zu lernen ist, steht in Listen oder Objekten wie „{}“, die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>What the model stores about its samples is damaged and was ignored: {}</source>
        <translation>Was das Modell über seine Beispiele speichert, ist beschädigt und wurde nicht verwendet: {}</translation>
    </message>
    <message>
        <source>What was written to {} does not come back as it was.</source>
        <translation>Was nach {} geschrieben wurde, kommt nicht so zurück, wie es war.</translation>
    </message>
    <message>
        <source>What “{}” does to images ({}) is left out.</source>
        <translation>Was „{}“ mit Bildern macht ({}), ist ausgelassen.</translation>
    </message>
    <message>
        <source>Where it is meant so, unpack it yourself and import the folder.</source>
        <translation>Ist es so gewollt, selbst auspacken und den Ordner importieren.</translation>
    </message>
    <message>
        <source>Where that began could not be found by running the steps again.</source>
        <translation>Wo das begann, war durch Wiederholen der Schritte nicht zu finden.</translation>
    </message>
    <message>
        <source>Where weights begin as {}, Caffe has but something like it.</source>
        <translation>Wo Gewichte als {} beginnen, hat Caffe nur etwas Ähnliches.</translation>
    </message>
    <message>
        <source>Whether bits are wanted that say where a gradient passes.</source>
        <translation>Ob Bits gewünscht sind, die sagen, wo ein Gradient durchkommt.</translation>
    </message>
    <message>
        <source>Whole slides are not read. Cut them into tiles in PNG, for instance with openslide, a folder per class, and import that.</source>
        <translation>Ganze Schnitte werden nicht gelesen. Schneiden Sie sie in Kacheln als PNG, etwa mit openslide, einen Ordner je Klasse, und importieren Sie das.</translation>
    </message>
    <message>
        <source>Windows at the edge would hold nothing but padding: use less of it.</source>
        <translation>Fenster am Rand enthielten nichts als Auffüllung: Weniger davon verwenden.</translation>
    </message>
    <message>
        <source>Windows of {} every {} leave positions between them that are never covered.</source>
        <translation>Fenster von {} im Abstand von {} lassen Stellen dazwischen, die nie verdeckt werden.</translation>
    </message>
    <message>
        <source>With a gamma of {} the rate of the inverse schedule grows without bound within the run.</source>
        <translation>Mit einem Gamma von {} wächst die Lernrate des inversen Zeitplans im Lauf über alle Grenzen.</translation>
    </message>
    <message>
        <source>With a patience of {} the run cannot end early: it has {} validation{}.</source>
        <translation>Mit einer Geduld von {} kann der Lauf nicht vorzeitig enden: Er hat {} Validierungs-Check{}.</translation>
    </message>
    <message>
        <source>With a patience of {} the run ends where validations show no progress, but the data set has no validation split.</source>
        <translation>Mit einer Geduld von {} endet der Lauf, wo Validierungen keinen Fortschritt zeigen, aber der Datensatz hat keinen Split für die Validierung.</translation>
    </message>
    <message>
        <source>With its blocks unfolded the network has more than {} layers, uses of blocks and ports.</source>
        <translation>Mit entfalteten Blöcken hat das Netz mehr als {} Schichten, Verwendungen von Blöcken und Anschlüsse.</translation>
    </message>
    <message>
        <source>With its blocks unfolded the network has more than {} layers.</source>
        <translation>Mit entfalteten Blöcken hat das Netz mehr als {} Schichten.</translation>
    </message>
    <message>
        <source>With one rank, the run would name the op where that began.</source>
        <translation>Mit einem einzigen Rang würde der Lauf die Operation nennen, bei der das begann.</translation>
    </message>
    <message>
        <source>With padding {} nothing is left of the output.</source>
        <translation>Mit Auffüllung {} bleibt nichts von der Ausgabe übrig.</translation>
    </message>
    <message>
        <source>With padding {} nothing is left.</source>
        <translation>Mit Auffüllung {} bleibt nichts übrig.</translation>
    </message>
    <message>
        <source>Without a loss the network cannot be trained.</source>
        <translation>Ohne Verlust lässt sich das Netz nicht trainieren.</translation>
    </message>
    <message>
        <source>Write NAME=LOW..HIGH, NAME=log:LOW..HIGH or NAME=VALUE,VALUE,…, such as learning_rate=log:1e-4..1e-1.</source>
        <translation>NAME=LOW..HIGH, NAME=log:LOW..HIGH oder NAME=VALUE,VALUE,… schreiben, etwa learning_rate=log:1e-4..1e-1.</translation>
    </message>
    <message>
        <source>Write NAME=VALUE,VALUE,…, such as learning_rate=0.1,0.01.</source>
        <translation>NAME=VALUE,VALUE,… schreiben, etwa learning_rate=0.1,0.01.</translation>
    </message>
    <message>
        <source>Write a .gif instead.</source>
        <translation>Stattdessen ein .gif schreiben.</translation>
    </message>
    <message>
        <source>Write a table (CSV) or JSON lines, a sample a row with a value in each field, and import that.</source>
        <translation>Eine Tabelle (CSV) oder JSON-Zeilen schreiben, ein Beispiel je Zeile mit einem Wert in jedem Feld, und das einlesen.</translation>
    </message>
    <message>
        <source>Write a table (CSV) or JSON lines, a sample a row, and import that.</source>
        <translation>Eine Tabelle (CSV) oder JSON-Zeilen schreiben, ein Beispiel je Zeile, und diese importieren.</translation>
    </message>
    <message>
        <source>Write a table (CSV) or JSON lines, a sample a row, and import that. To take one of them for a table all the same, choose it with tables=NAME.</source>
        <translation>Eine Tabelle (CSV) oder JSON-Zeilen schreiben, ein Beispiel je Zeile, und das einlesen. Um eine davon dennoch als Tabelle zu nehmen, sie mit tables=NAME wählen.</translation>
    </message>
    <message>
        <source>Write a table (CSV) or JSON lines, a sample a row, and import that. To train on their characters, choose the kind &quot;labelled_text&quot;.</source>
        <translation>Eine Tabelle (CSV) oder JSON-Zeilen schreiben, ein Beispiel je Zeile, und diese importieren. Um mit ihren Zeichen zu trainieren, die Art „labelled_text“ wählen.</translation>
    </message>
    <message>
        <source>Write a table, a sequence and its class a row, and import that.</source>
        <translation>Eine Tabelle schreiben, eine Folge und ihre Klasse je Zeile, und das einlesen.</translation>
    </message>
    <message>
        <source>Write both to one table, a text and its label a row, and import that; or import a text alone.</source>
        <translation>Beides in eine Tabelle schreiben, einen Text und seine Angabe je Zeile, und das einlesen; oder einen Text allein einlesen.</translation>
    </message>
    <message>
        <source>Write classes to a list of &quot;image_00001.jpg 77&quot; a line, or numbers to a table of the names of images and a column for each (in Python, scipy.io.loadmat reads them), and import that. Or take the images without classes: class_from=none.</source>
        <translation>Schreiben Sie Klassen in eine Liste mit einer Zeile „image_00001.jpg 77“ je Bild, oder Zahlen in eine Tabelle mit den Namen der Bilder und einer Spalte für jede (in Python liest scipy.io.loadmat sie), und importieren Sie diese. Oder nehmen Sie die Bilder ohne Klassen: class_from=none.</translation>
    </message>
    <message>
        <source>Write for example cpu or cuda:0.</source>
        <translation>Zum Beispiel cpu oder cuda:0 schreiben.</translation>
    </message>
    <message>
        <source>Write for example cpu, cuda:0, or cuda:0,cuda:1 for two together.</source>
        <translation>Schreiben Sie zum Beispiel cpu, cuda:0 oder cuda:0,cuda:1 für zwei zusammen.</translation>
    </message>
    <message>
        <source>Write it as 3x224x224; for one input of several with its name, as state=128; with N where the samples are counted along another axis than the first, as state=2xNx128.</source>
        <translation>Als 3x224x224 schreiben; bei mehreren Eingaben jede mit ihrem Namen, als state=128; mit N, wo die Beispiele entlang einer anderen Achse als der ersten gezählt werden, als state=2xNx128.</translation>
    </message>
    <message>
        <source>Write it as an ONNX model, which is read here, with paddle2onnx.</source>
        <translation>Es mit paddle2onnx als ONNX-Modell schreiben, das hier gelesen wird.</translation>
    </message>
    <message>
        <source>Write it as an ONNX model, which is read here, with tf2onnx --tflite.</source>
        <translation>Es mit tf2onnx --tflite als ONNX-Modell schreiben, das hier gelesen wird.</translation>
    </message>
    <message>
        <source>Write it as an ONNX model, which is read here, with tf2onnx.</source>
        <translation>Es mit tf2onnx als ONNX-Modell schreiben, das hier gelesen wird.</translation>
    </message>
    <message>
        <source>Write it as an ONNX model, which is read here, with the program it comes from.</source>
        <translation>Es mit dem Programm, aus dem es stammt, als ONNX-Modell schreiben, das hier gelesen wird.</translation>
    </message>
    <message>
        <source>Write it as in learning_rate&lt;0.01.</source>
        <translation>So schreiben: learning_rate&lt;0.01.</translation>
    </message>
    <message>
        <source>Write it as rate=16000.</source>
        <translation>Als rate=16000 schreiben.</translation>
    </message>
    <message>
        <source>Write one object a line (JSON lines), which has no such limit.</source>
        <translation>Ein Objekt je Zeile schreiben (JSON Lines), dafür gilt keine solche Grenze.</translation>
    </message>
    <message>
        <source>Write the weights as a .npy file.</source>
        <translation>Die Gewichte als .npy-Datei schreiben.</translation>
    </message>
    <message>
        <source>Write them as a .npy file.</source>
        <translation>Als .npy-Datei schreiben.</translation>
    </message>
    <message>
        <source>Write them to one table, either a column each or a line and its class a row, and import that; or import one of them alone.</source>
        <translation>Sie in eine Tabelle schreiben, entweder je eine Spalte oder eine Zeile und ihre Klasse, und das einlesen; oder eine davon allein einlesen.</translation>
    </message>
    <message>
        <source>Write them with blanks between them.</source>
        <translation>Die Zahlen durch Leerzeichen trennen.</translation>
    </message>
    <message>
        <source>Write them with tabs between the fields and import that: in Python, open(&quot;a.tsv&quot;, &quot;wb&quot;).write(open(&quot;{}&quot;, &quot;rb&quot;).read().replace(b&quot; {} &quot;, b&quot;\t&quot;)).</source>
        <translation>Schreiben Sie sie mit Tabulatoren zwischen den Feldern und importieren Sie das: in Python open(&quot;a.tsv&quot;, &quot;wb&quot;).write(open(&quot;{}&quot;, &quot;rb&quot;).read().replace(b&quot; {} &quot;, b&quot;\t&quot;)).</translation>
    </message>
    <message>
        <source>Write “layer: zeros &gt; 0.6”, with zeros, gradient, update, mean or deviation and &gt; or &lt;, or “layer: is nan”, “loss is nan”, “loss &gt; 5”.</source>
        <translation>„Schicht: zeros &gt; 0.6“ schreiben, mit zeros, gradient, update, mean oder deviation und &gt; oder &lt;, oder „Schicht: is nan“, „loss is nan“, „loss &gt; 5“.</translation>
    </message>
    <message>
        <source>Writing samples</source>
        <translation>Beispiele werden geschrieben</translation>
    </message>
    <message>
        <source>Writing the samples was cancelled.</source>
        <translation>Das Schreiben der Beispiele wurde abgebrochen.</translation>
    </message>
    <message>
        <source>a 0 follows the box</source>
        <translation>nach dem Rahmen steht eine 0</translation>
    </message>
    <message>
        <source>a bias for each sample</source>
        <translation>ein Bias für jedes Beispiel</translation>
    </message>
    <message>
        <source>a bias that is computed</source>
        <translation>ein Bias, der berechnet wird</translation>
    </message>
    <message>
        <source>a bin has no count</source>
        <translation>einem Intervall fehlt die Anzahl</translation>
    </message>
    <message>
        <source>a blob ends inside a number</source>
        <translation>ein Blob endet in einer Zahl</translation>
    </message>
    <message>
        <source>a blob has an impossible shape</source>
        <translation>ein Blob hat eine unmögliche Form</translation>
    </message>
    <message>
        <source>a blob has too many axes</source>
        <translation>ein Blob hat zu viele Achsen</translation>
    </message>
    <message>
        <source>a blob of the shape {} has {} numbers</source>
        <translation>ein Blob der Form {} hat {} Zahlen</translation>
    </message>
    <message>
        <source>a block does not fit</source>
        <translation>ein Block passt nicht</translation>
    </message>
    <message>
        <source>a border around samples or channels</source>
        <translation>ein Rand um Beispiele oder Kanäle</translation>
    </message>
    <message>
        <source>a border around the axes that it names</source>
        <translation>ein Rand um einzeln genannte Achsen</translation>
    </message>
    <message>
        <source>a box from ({}, {}) to ({}, {}) reaches over the border of {}×{}</source>
        <translation>ein Rahmen von ({}, {}) bis ({}, {}) ragt über den Rand von {}×{} hinaus</translation>
    </message>
    <message>
        <source>a brush stroke is not read; export those as COCO, or as PNG masks</source>
        <translation>ein Pinselstrich wird nicht gelesen; exportieren Sie solche als COCO oder als PNG-Masken</translation>
    </message>
    <message>
        <source>a character that cannot be here</source>
        <translation>ein Zeichen, das hier nicht stehen kann</translation>
    </message>
    <message>
        <source>a checksum in its array is wrong: it is damaged</source>
        <translation>eine Prüfsumme im Array ist falsch: es ist beschädigt</translation>
    </message>
    <message>
        <source>a checksum is wrong</source>
        <translation>eine Prüfsumme ist falsch</translation>
    </message>
    <message>
        <source>a class</source>
        <translation>eine Klasse</translation>
    </message>
    <message>
        <source>a class each</source>
        <translation>je eine Klasse</translation>
    </message>
    <message>
        <source>a class each ({})</source>
        <translation>je eine Klasse ({})</translation>
    </message>
    <message>
        <source>a class each ({}, …)</source>
        <translation>je eine Klasse ({}, …)</translation>
    </message>
    <message>
        <source>a class has no count</source>
        <translation>einer Klasse fehlt die Anzahl</translation>
    </message>
    <message>
        <source>a class like the others</source>
        <translation>eine Klasse wie die anderen</translation>
    </message>
    <message>
        <source>a class per folder</source>
        <translation>eine Klasse je Ordner</translation>
    </message>
    <message>
        <source>a column is damaged</source>
        <translation>eine Spalte ist beschädigt</translation>
    </message>
    <message>
        <source>a comma</source>
        <translation>ein Komma</translation>
    </message>
    <message>
        <source>a constant for each sample</source>
        <translation>eine Konstante für jedes Beispiel</translation>
    </message>
    <message>
        <source>a coupled forget gate</source>
        <translation>ein gekoppeltes Forget-Gate</translation>
    </message>
    <message>
        <source>a curve ends beyond the file</source>
        <translation>eine Kurve endet hinter dem Ende der Datei</translation>
    </message>
    <message>
        <source>a detection has no box</source>
        <translation>eine Detektion hat keinen Rahmen</translation>
    </message>
    <message>
        <source>a document type with definitions is not taken</source>
        <translation>ein Dokumenttyp mit Definitionen wird nicht angenommen</translation>
    </message>
    <message>
        <source>a field has a value that it cannot have</source>
        <translation>ein Feld hat einen unmöglichen Wert</translation>
    </message>
    <message>
        <source>a field has no number</source>
        <translation>ein Feld hat keine Zahl</translation>
    </message>
    <message>
        <source>a file has the name of its folder</source>
        <translation>eine Datei heißt wie der Ordner</translation>
    </message>
    <message>
        <source>a file of Keras</source>
        <translation>eine Datei von Keras</translation>
    </message>
    <message>
        <source>a file of PyTorch</source>
        <translation>eine Datei von PyTorch</translation>
    </message>
    <message>
        <source>a file of the store has an impossible name</source>
        <translation>eine Datei der Ablage hat einen unmöglichen Namen</translation>
    </message>
    <message>
        <source>a file of weights for a Caffe network</source>
        <translation>eine Datei mit Gewichten eines Caffe-Netzes</translation>
    </message>
    <message>
        <source>a first state that is carried over</source>
        <translation>ein erster Zustand, der übernommen wird</translation>
    </message>
    <message>
        <source>a frame cannot be decoded</source>
        <translation>ein Frame lässt sich nicht dekodieren</translation>
    </message>
    <message>
        <source>a frame has another size than it says</source>
        <translation>ein Frame hat eine andere Größe als angegeben</translation>
    </message>
    <message>
        <source>a frame holds no image</source>
        <translation>ein Frame enthält kein Bild</translation>
    </message>
    <message>
        <source>a frame is hardly another than the next</source>
        <translation>ein Frame unterscheidet sich kaum vom nächsten</translation>
    </message>
    <message>
        <source>a frame lies outside of the image</source>
        <translation>ein Frame liegt außerhalb des Bildes</translation>
    </message>
    <message>
        <source>a frame says too little of itself</source>
        <translation>ein Frame macht zu wenige Angaben über sich</translation>
    </message>
    <message>
        <source>a grid that does not fit, or of more than 3 axes</source>
        <translation>ein Gitter, das nicht passt oder mehr als 3 Achsen hat</translation>
    </message>
    <message>
        <source>a group of fields</source>
        <translation>eine Gruppe von Feldern</translation>
    </message>
    <message>
        <source>a heap of links</source>
        <translation>ein Heap von Verknüpfungen</translation>
    </message>
    <message>
        <source>a label for each place of {}</source>
        <translation>einem Label für jede Stelle von {}</translation>
    </message>
    <message>
        <source>a label is none of the classes of the file</source>
        <translation>ein Label ist keine der Klassen der Datei</translation>
    </message>
    <message>
        <source>a layer</source>
        <translation>eine Schicht</translation>
    </message>
    <message>
        <source>a layer has too many blobs</source>
        <translation>eine Schicht hat zu viele Blobs</translation>
    </message>
    <message>
        <source>a length is too large</source>
        <translation>eine Länge ist zu groß</translation>
    </message>
    <message>
        <source>a letter of the result is nowhere</source>
        <translation>ein Buchstabe des Ergebnisses kommt nirgends vor</translation>
    </message>
    <message>
        <source>a limit that is computed</source>
        <translation>eine Grenze, die berechnet wird</translation>
    </message>
    <message>
        <source>a line has fewer than three points</source>
        <translation>eine Linie hat weniger als drei Punkte</translation>
    </message>
    <message>
        <source>a line of its head does not begin with @</source>
        <translation>eine Zeile ihres Kopfes beginnt nicht mit @</translation>
    </message>
    <message>
        <source>a link of many letters</source>
        <translation>eine Verknüpfung mit vielen Buchstaben</translation>
    </message>
    <message>
        <source>a list of whole numbers</source>
        <translation>eine Liste ganzer Zahlen</translation>
    </message>
    <message>
        <source>a mapping beside the table names its classes</source>
        <translation>eine Zuordnung neben der Tabelle benennt ihre Klassen</translation>
    </message>
    <message>
        <source>a mask of such a shape</source>
        <translation>eine Maske von solcher Form</translation>
    </message>
    <message>
        <source>a mean is one image, but its shape is {}</source>
        <translation>ein Mittelwert ist ein Bild, aber die Form ist {}</translation>
    </message>
    <message>
        <source>a mean over windows that reach beyond a border on one side</source>
        <translation>ein Mittelwert über Fenster, die über einen Rand auf nur einer Seite hinausreichen</translation>
    </message>
    <message>
        <source>a mean over windows with a border on one side</source>
        <translation>ein Mittelwert über Fenster mit einem Rand auf nur einer Seite</translation>
    </message>
    <message>
        <source>a mean that is not over all positions</source>
        <translation>ein Mittelwert, der nicht über alle Positionen geht</translation>
    </message>
    <message>
        <source>a model of Core ML</source>
        <translation>ein Modell von Core ML</translation>
    </message>
    <message>
        <source>a model of PaddlePaddle</source>
        <translation>ein Modell von PaddlePaddle</translation>
    </message>
    <message>
        <source>a model of TensorFlow</source>
        <translation>ein Modell von TensorFlow</translation>
    </message>
    <message>
        <source>a model of TensorFlow Lite</source>
        <translation>ein Modell von TensorFlow Lite</translation>
    </message>
    <message>
        <source>a model of llama.cpp</source>
        <translation>ein Modell von llama.cpp</translation>
    </message>
    <message>
        <source>a name and {} values were expected</source>
        <translation>ein Name und {} Werte wurden erwartet</translation>
    </message>
    <message>
        <source>a name was expected</source>
        <translation>ein Name wurde erwartet</translation>
    </message>
    <message>
        <source>a negative padding</source>
        <translation>eine negative Auffüllung</translation>
    </message>
    <message>
        <source>a negative scale</source>
        <translation>ein negativer Skalierungsfaktor</translation>
    </message>
    <message>
        <source>a negative window</source>
        <translation>ein negatives Fenster</translation>
    </message>
    <message>
        <source>a normalisation of many rows</source>
        <translation>eine Normalisierung vieler Zeilen</translation>
    </message>
    <message>
        <source>a normalisation over samples</source>
        <translation>eine Normalisierung über Beispiele</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a number divided by values</source>
        <translation>eine Zahl, geteilt durch Werte</translation>
    </message>
    <message>
        <source>a number is invalid</source>
        <translation>eine Zahl ist ungültig</translation>
    </message>
    <message>
        <source>a number is not a whole one</source>
        <translation>eine Zahl ist keine ganze</translation>
    </message>
    <message>
        <source>a number is too large</source>
        <translation>eine Zahl ist zu groß</translation>
    </message>
    <message>
        <source>a number is too long</source>
        <translation>eine Zahl ist zu lang</translation>
    </message>
    <message>
        <source>a number of tiles is negative</source>
        <translation>eine Zahl von Kacheln ist negativ</translation>
    </message>
    <message>
        <source>a number to predict</source>
        <translation>eine vorherzusagende Zahl</translation>
    </message>
    <message>
        <source>a number was expected and &quot;{}&quot; found</source>
        <translation>eine Zahl wurde erwartet und „{}“ gefunden</translation>
    </message>
    <message>
        <source>a number, rows without one left out</source>
        <translation>eine Zahl, Zeilen ohne Zahl ausgelassen</translation>
    </message>
    <message>
        <source>a numbered character is wrong</source>
        <translation>ein als Nummer geschriebenes Zeichen ist falsch</translation>
    </message>
    <message>
        <source>a packed heap of links</source>
        <translation>ein gepackter Heap von Verknüpfungen</translation>
    </message>
    <message>
        <source>a padding of {}</source>
        <translation>eine Auffüllung von {}</translation>
    </message>
    <message>
        <source>a part of it has no content</source>
        <translation>ein Teil hat keinen Inhalt</translation>
    </message>
    <message>
        <source>a part of its array is damaged or cut off</source>
        <translation>ein Teil des Arrays ist beschädigt oder abgeschnitten</translation>
    </message>
    <message>
        <source>a part of its samples is impossible</source>
        <translation>ein Teil der Beispiele ist unmöglich</translation>
    </message>
    <message>
        <source>a part of the batch</source>
        <translation>ein Teil des Batches</translation>
    </message>
    <message>
        <source>a part of the samples</source>
        <translation>ein Teil der Beispiele</translation>
    </message>
    <message>
        <source>a part of the store has an impossible size</source>
        <translation>ein Teil der Ablage hat eine unmögliche Größe</translation>
    </message>
    <message>
        <source>a past of keys or values alone</source>
        <translation>nur vorige Keys oder nur vorige Values</translation>
    </message>
    <message>
        <source>a pixel has no colour in the palette</source>
        <translation>ein Pixel hat keine Farbe in der Palette</translation>
    </message>
    <message>
        <source>a place lies outside of the cache</source>
        <translation>eine Stelle liegt außerhalb des Caches</translation>
    </message>
    <message>
        <source>a pool of words</source>
        <translation>ein Vorrat von Wörtern</translation>
    </message>
    <message>
        <source>a pooling that rounds up needs opset 10</source>
        <translation>ein Pooling, das aufrundet, braucht Opset 10</translation>
    </message>
    <message>
        <source>a position does not fit in 32 bits</source>
        <translation>eine Position passt nicht in 32 Bit</translation>
    </message>
    <message>
        <source>a position lies outside</source>
        <translation>eine Position liegt außerhalb</translation>
    </message>
    <message>
        <source>a position outside of the sequence</source>
        <translation>eine Position außerhalb der Sequenz</translation>
    </message>
    <message>
        <source>a product of two computed matrices</source>
        <translation>ein Produkt zweier berechneter Matrizen</translation>
    </message>
    <message>
        <source>a record is no event</source>
        <translation>ein Eintrag ist kein Ereignis</translation>
    </message>
    <message>
        <source>a region ({}) has no area</source>
        <translation>ein Bereich ({}) hat keine Fläche</translation>
    </message>
    <message>
        <source>a region does not state the size of its image</source>
        <translation>ein Bereich nennt die Größe seines Bildes nicht</translation>
    </message>
    <message>
        <source>a region has no area</source>
        <translation>ein Bereich hat keine Fläche</translation>
    </message>
    <message>
        <source>a region has no area, or is a point or a line</source>
        <translation>ein Bereich hat keine Fläche, oder er ist ein Punkt oder eine Linie</translation>
    </message>
    <message>
        <source>a region is neither a box nor a polygon</source>
        <translation>eine Region ist weder ein Rahmen noch ein Polygon</translation>
    </message>
    <message>
        <source>a region is no box</source>
        <translation>ein Bereich ist kein Rahmen</translation>
    </message>
    <message>
        <source>a region of an image that is not there</source>
        <translation>eine Region eines Bildes, das es nicht gibt</translation>
    </message>
    <message>
        <source>a region without an end</source>
        <translation>eine Region ohne Ende</translation>
    </message>
    <message>
        <source>a repetition for each sample</source>
        <translation>eine Wiederholung für jedes Beispiel</translation>
    </message>
    <message>
        <source>a reset before the product</source>
        <translation>ein Reset vor dem Produkt</translation>
    </message>
    <message>
        <source>a row does not end</source>
        <translation>eine Zeile endet nicht</translation>
    </message>
    <message>
        <source>a row group holds more than 2 GiB; write it with smaller ones</source>
        <translation>eine Zeilengruppe enthält mehr als 2 GiB; mit kleineren schreiben</translation>
    </message>
    <message>
        <source>a row group is damaged</source>
        <translation>eine Zeilengruppe ist beschädigt</translation>
    </message>
    <message>
        <source>a row has a filter that there is not</source>
        <translation>eine Zeile hat einen Filter, den es nicht gibt</translation>
    </message>
    <message>
        <source>a row has no box in shares of the image</source>
        <translation>eine Zeile hat keinen Rahmen in Anteilen des Bildes</translation>
    </message>
    <message>
        <source>a row has too many values</source>
        <translation>eine Zeile hat zu viele Werte</translation>
    </message>
    <message>
        <source>a run ends at pixel {}, and the image has {}</source>
        <translation>ein Lauf endet bei Pixel {}, und das Bild hat {}</translation>
    </message>
    <message>
        <source>a sample of each file</source>
        <translation>ein Beispiel je Datei</translation>
    </message>
    <message>
        <source>a scale for each group</source>
        <translation>ein Skalierungsfaktor für jede Gruppe</translation>
    </message>
    <message>
        <source>a scale or bias that is not one for each group</source>
        <translation>Skalierungsfaktoren oder Biases, die nicht je einer pro Gruppe sind</translation>
    </message>
    <message>
        <source>a scale that is larger than its input</source>
        <translation>ein Skalierungsfaktor, der größer als der Eingang ist</translation>
    </message>
    <message>
        <source>a scale that leaves a rest</source>
        <translation>ein Skalierungsfaktor, bei dem ein Rest bleibt</translation>
    </message>
    <message>
        <source>a sequence of unknown length</source>
        <translation>eine Sequenz unbekannter Länge</translation>
    </message>
    <message>
        <source>a set of arrays of NumPy</source>
        <translation>eine Datei mit Arrays von NumPy</translation>
    </message>
    <message>
        <source>a shape that is not known</source>
        <translation>eine Form, die nicht bekannt ist</translation>
    </message>
    <message>
        <source>a signal</source>
        <translation>ein Signal</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>eine einzelne Zahl</translation>
    </message>
    <message>
        <source>a size is negative</source>
        <translation>eine Größe ist negativ</translation>
    </message>
    <message>
        <source>a slope for each place</source>
        <translation>eine Steigung für jede Stelle</translation>
    </message>
    <message>
        <source>a slope that is computed</source>
        <translation>eine Steigung, die berechnet wird</translation>
    </message>
    <message>
        <source>a span has no area</source>
        <translation>ein Abschnitt hat keine Fläche</translation>
    </message>
    <message>
        <source>a split</source>
        <translation>ein Split</translation>
    </message>
    <message>
        <source>a split does not count every class</source>
        <translation>ein Split zählt nicht jede Klasse</translation>
    </message>
    <message>
        <source>a split has an impossible size</source>
        <translation>ein Split hat eine unmögliche Größe</translation>
    </message>
    <message>
        <source>a statistic is not a number</source>
        <translation>ein Wert der Statistik ist keine Zahl</translation>
    </message>
    <message>
        <source>a step of 0</source>
        <translation>ein Schritt von 0</translation>
    </message>
    <message>
        <source>a step other than 1</source>
        <translation>ein anderer Schritt als 1</translation>
    </message>
    <message>
        <source>a superblock</source>
        <translation>ein Superblock</translation>
    </message>
    <message>
        <source>a tensor is missing</source>
        <translation>ein Tensor fehlt</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a text for each image</source>
        <translation>ein Text je Bild</translation>
    </message>
    <message>
        <source>a text for each sound</source>
        <translation>ein Text zu jeder Tonaufnahme</translation>
    </message>
    <message>
        <source>a tree</source>
        <translation>ein Baum</translation>
    </message>
    <message>
        <source>a value ends beyond the file</source>
        <translation>ein Wert endet hinter dem Ende der Datei</translation>
    </message>
    <message>
        <source>a value that no layer produces</source>
        <translation>ein Wert, den keine Schicht erzeugt</translation>
    </message>
    <message>
        <source>a volume</source>
        <translation>ein Volumen</translation>
    </message>
    <message>
        <source>a weight without a window</source>
        <translation>ein Gewicht ohne Fenster</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a window does not fit</source>
        <translation>ein Fenster passt nicht</translation>
    </message>
    <message>
        <source>a window of another length</source>
        <translation>ein Fenster anderer Länge</translation>
    </message>
    <message>
        <source>a window of {}</source>
        <translation>ein Fenster von {}</translation>
    </message>
    <message>
        <source>all are &quot;face&quot;</source>
        <translation>alle sind „face“</translation>
    </message>
    <message>
        <source>all are &quot;{}&quot;</source>
        <translation>alle sind „{1}“</translation>
    </message>
    <message>
        <source>all labels of a row</source>
        <translation>alle Labels einer Zeile</translation>
    </message>
    <message>
        <source>all of one in one split</source>
        <translation>alle eines Sprechers in einem Teil</translation>
    </message>
    <message>
        <source>all of them together</source>
        <translation>alle zusammen</translation>
    </message>
    <message>
        <source>all of those looked at hold one and the same value</source>
        <translation>alle angesehenen enthalten ein und denselben Wert</translation>
    </message>
    <message>
        <source>all of those looked at hold one and the same value; they have an alpha channel, which is not read and may hold the labels</source>
        <translation>alle angesehenen enthalten ein und denselben Wert; sie haben einen Alphakanal, der nicht gelesen wird und die Klassen enthalten kann</translation>
    </message>
    <message>
        <source>all others are {}×{} pixels</source>
        <translation>alle anderen sind {}×{} Pixel</translation>
    </message>
    <message>
        <source>all rows have the same value</source>
        <translation>alle Zeilen haben denselben Wert</translation>
    </message>
    <message>
        <source>all that were looked at are twice as wide as high, as images are that hold an input and its target side by side (pix2pix)</source>
        <translation>alle angesehenen sind doppelt so breit wie hoch, wie Bilder, die eine Eingabe und ihr Ziel nebeneinander enthalten (pix2pix)</translation>
    </message>
    <message>
        <source>all {} are in folders of one name, &quot;{}&quot;</source>
        <translation>alle {1~} liegen in Ordnern eines Namens, „{2}“</translation>
    </message>
    <message>
        <source>alone {}</source>
        <translation>alone {}</translation>
    </message>
    <message>
        <source>along the first axis, which has {}</source>
        <translation>entlang der ersten Achse, mit {}</translation>
    </message>
    <message>
        <source>along the {} axis, which has {}</source>
        <translation>entlang der {~}n Achse, mit der Länge {}</translation>
    </message>
    <message>
        <source>an adaptive pooling into parts of different sizes</source>
        <translation>ein adaptives Pooling in Teile verschiedener Größe</translation>
    </message>
    <message>
        <source>an annotation has none of the labels of the file</source>
        <translation>eine Annotation hat keines der Labels der Datei</translation>
    </message>
    <message>
        <source>an annotation is neither a box nor a polygon</source>
        <translation>eine Annotation ist weder ein Rahmen noch ein Polygon</translation>
    </message>
    <message>
        <source>an annotation is no box</source>
        <translation>eine Annotation ist kein Rahmen</translation>
    </message>
    <message>
        <source>an annotation of the type &quot;{}&quot; is not read or has no area</source>
        <translation>eine Annotation vom Typ „{}“ wird nicht gelesen oder hat keine Fläche</translation>
    </message>
    <message>
        <source>an answer is of no class</source>
        <translation>eine Antwort gehört zu keiner Klasse</translation>
    </message>
    <message>
        <source>an area has no class, in the image {}</source>
        <translation>eine Fläche im Bild {} hat keine Klasse</translation>
    </message>
    <message>
        <source>an area has {} classes, in the image {}; the first is taken</source>
        <translation>eine Fläche hat {} Klassen, im Bild {}; die erste wird verwendet</translation>
    </message>
    <message>
        <source>an array in it has more than {} elements</source>
        <translation>ein Array darin hat mehr als {} Elemente</translation>
    </message>
    <message>
        <source>an attribute has no name</source>
        <translation>ein Attribut hat keinen Namen</translation>
    </message>
    <message>
        <source>an axis twice</source>
        <translation>zweimal dieselbe Achse</translation>
    </message>
    <message>
        <source>an element was expected</source>
        <translation>ein Element wurde erwartet</translation>
    </message>
    <message>
        <source>an empty sequence</source>
        <translation>eine leere Sequenz</translation>
    </message>
    <message>
        <source>an empty value</source>
        <translation>ein leerer Wert</translation>
    </message>
    <message>
        <source>an encoded part that is no image</source>
        <translation>einen kodierten Teil, der kein Bild ist</translation>
    </message>
    <message>
        <source>an engine of TensorRT</source>
        <translation>eine Engine von TensorRT</translation>
    </message>
    <message>
        <source>an entry names no image</source>
        <translation>ein Eintrag nennt kein Bild</translation>
    </message>
    <message>
        <source>an export of {}</source>
        <translation>ein Export von {}</translation>
    </message>
    <message>
        <source>an extent that is no multiple of the number of samples</source>
        <translation>eine Ausdehnung, die kein Vielfaches der Zahl der Beispiele ist</translation>
    </message>
    <message>
        <source>an image</source>
        <translation>ein Bild</translation>
    </message>
    <message>
        <source>an image that no annotation names may be one that nobody looked at</source>
        <translation>ein Bild, das keine Annotation nennt, hat sich vielleicht niemand angesehen</translation>
    </message>
    <message>
        <source>an index lies outside</source>
        <translation>ein Index liegt außerhalb</translation>
    </message>
    <message>
        <source>an index of chunks</source>
        <translation>ein Index von Chunks</translation>
    </message>
    <message>
        <source>an object belongs to the image {}, which is not listed</source>
        <translation>ein Objekt gehört zum Bild {}, das nicht aufgeführt ist</translation>
    </message>
    <message>
        <source>an object has no area</source>
        <translation>ein Objekt hat keine Fläche</translation>
    </message>
    <message>
        <source>an object has no box</source>
        <translation>ein Objekt hat keinen Rahmen</translation>
    </message>
    <message>
        <source>an object has no box or no class</source>
        <translation>ein Objekt hat keinen Rahmen oder keine Klasse</translation>
    </message>
    <message>
        <source>an object in {} has no box of four numbers</source>
        <translation>ein Objekt in {} hat keinen Rahmen aus vier Zahlen</translation>
    </message>
    <message>
        <source>an object in {} has no outline; its box counts as ignored pixels</source>
        <translation>ein Objekt in {} hat keinen Umriss; die Pixel in seinem Rahmen werden nicht beachtet</translation>
    </message>
    <message>
        <source>an object in {} is of the category {}, which is not named</source>
        <translation>ein Objekt in {} gehört zur Kategorie {}, die nicht benannt ist</translation>
    </message>
    <message>
        <source>an object is neither a box nor a polygon</source>
        <translation>ein Objekt ist weder ein Rahmen noch ein Polygon</translation>
    </message>
    <message>
        <source>an object of the type &quot;{}&quot; is not read or has no area</source>
        <translation>ein Objekt vom Typ „{}“ wird nicht gelesen oder hat keine Fläche</translation>
    </message>
    <message>
        <source>an object: {}</source>
        <translation>ein Objekt: {}</translation>
    </message>
    <message>
        <source>an output must be a register, not {}.</source>
        <translation>eine Ausgabe muss ein Register sein, nicht {}.</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>and {} more</source>
        <translation>und {} weitere</translation>
    </message>
    <message>
        <source>annotation</source>
        <translation>Annotation</translation>
    </message>
    <message>
        <source>annotation of COCO</source>
        <translation>Annotation von COCO</translation>
    </message>
    <message>
        <source>annotation of CVAT</source>
        <translation>Annotation von CVAT</translation>
    </message>
    <message>
        <source>annotation of DOTA</source>
        <translation>Annotation von DOTA</translation>
    </message>
    <message>
        <source>annotation of KITTI</source>
        <translation>Annotation von KITTI</translation>
    </message>
    <message>
        <source>annotation of LabelMe</source>
        <translation>Annotation von LabelMe</translation>
    </message>
    <message>
        <source>annotation of Pascal VOC</source>
        <translation>Annotation von Pascal VOC</translation>
    </message>
    <message>
        <source>annotation of YOLO</source>
        <translation>Annotation von YOLO</translation>
    </message>
    <message>
        <source>annotation of a labelling tool</source>
        <translation>Annotation eines Label-Werkzeugs</translation>
    </message>
    <message>
        <source>annotation tag</source>
        <translation>annotation tag</translation>
    </message>
    <message>
        <source>annotations</source>
        <translation>Annotationen</translation>
    </message>
    <message>
        <source>annotations of Pascal VOC name the images that they are for</source>
        <translation>Annotationen von Pascal VOC nennen die Bilder, zu denen sie gehören</translation>
    </message>
    <message>
        <source>announces {} in its header, which cannot be right</source>
        <translation>kündigt im Header {} an, was nicht stimmen kann</translation>
    </message>
    <message>
        <source>announces {}, far more than {} compressed bytes can hold</source>
        <translation>kündigt {} an, weit mehr, als {} komprimierte Bytes enthalten können</translation>
    </message>
    <message>
        <source>another alpha than 1</source>
        <translation>ein anderes alpha als 1</translation>
    </message>
    <message>
        <source>another archive holds a file of this name</source>
        <translation>ein anderes Archiv enthält eine Datei dieses Namens</translation>
    </message>
    <message>
        <source>another array has its role</source>
        <translation>ein anderes Array hat diese Rolle</translation>
    </message>
    <message>
        <source>another network</source>
        <translation>ein anderes Netz</translation>
    </message>
    <message>
        <source>another number of channels</source>
        <translation>eine andere Zahl von Kanälen</translation>
    </message>
    <message>
        <source>another program{}</source>
        <translation>einem anderen Programm{}</translation>
    </message>
    <message>
        <source>another rank</source>
        <translation>ein anderer Rang</translation>
    </message>
    <message>
        <source>another slope than 1/6</source>
        <translation>eine andere Steigung als 1/6</translation>
    </message>
    <message>
        <source>another state of the run</source>
        <translation>einen anderen Stand des Laufs</translation>
    </message>
    <message>
        <source>another window of this program</source>
        <translation>einem anderen Fenster dieses Programms</translation>
    </message>
    <message>
        <source>antialias with the mode nearest</source>
        <translation>antialias mit dem Modus nearest</translation>
    </message>
    <message>
        <source>are like that</source>
        <translation>sind so</translation>
    </message>
    <message>
        <source>array</source>
        <translation>Array</translation>
    </message>
    <message>
        <source>array of inputs</source>
        <translation>Array von Eingaben</translation>
    </message>
    <message>
        <source>array {}</source>
        <translation>Array {}</translation>
    </message>
    <message>
        <source>arrays</source>
        <translation>Arrays</translation>
    </message>
    <message>
        <source>arrays of pictures are kept so as a rule, and tables the other way</source>
        <translation>Arrays von Bildern sind in der Regel so angeordnet, Tabellen umgekehrt</translation>
    </message>
    <message>
        <source>arrays; {} left out</source>
        <translation>Arrays; {} ausgelassen</translation>
    </message>
    <message>
        <source>as GT-final_test.csv says</source>
        <translation>wie in GT-final_test.csv angegeben</translation>
    </message>
    <message>
        <source>as TrainImages.txt and TestImages.txt say</source>
        <translation>wie TrainImages.txt und TestImages.txt sagen</translation>
    </message>
    <message>
        <source>as images_{}_train.txt, …_val.txt and …_test.txt say</source>
        <translation>wie in images_{}_train.txt, …_val.txt und …_test.txt angegeben</translation>
    </message>
    <message>
        <source>as labels/train1.txt, val1.txt and test1.txt say</source>
        <translation>wie in labels/train1.txt, val1.txt und test1.txt angegeben</translation>
    </message>
    <message>
        <source>as many samples are there, but they are not those that the run began with, or not in the same splits</source>
        <translation>es sind ebenso viele Beispiele, aber nicht die, mit denen der Lauf begann, oder nicht in denselben Splits</translation>
    </message>
    <message>
        <source>as meta/train.txt and meta/test.txt say</source>
        <translation>wie in meta/train.txt und meta/test.txt angegeben</translation>
    </message>
    <message>
        <source>as sizes, they would reach out of their images</source>
        <translation>als Größen würden sie über ihre Bilder hinausreichen</translation>
    </message>
    <message>
        <source>as the lists of the classes say</source>
        <translation>wie in den Listen der Klassen angegeben</translation>
    </message>
    <message>
        <source>as the lists of the first fold say{}</source>
        <translation>wie in den Listen des ersten Folds angegeben{}</translation>
    </message>
    <message>
        <source>as the lists {} say</source>
        <translation>wie die Listen {} angeben</translation>
    </message>
    <message>
        <source>as the names of the images or their folders say</source>
        <translation>wie die Namen der Bilder oder ihrer Ordner sagen</translation>
    </message>
    <message>
        <source>as train_list.mat and test_list.mat say</source>
        <translation>wie train_list.mat und test_list.mat angeben</translation>
    </message>
    <message>
        <source>as train_test_split.txt says{}</source>
        <translation>wie in train_test_split.txt angegeben{}</translation>
    </message>
    <message>
        <source>as trainlist01.txt and testlist01.txt say</source>
        <translation>wie in trainlist01.txt und testlist01.txt angegeben</translation>
    </message>
    <message>
        <source>as {} in {} say</source>
        <translation>wie {} in {} angeben</translation>
    </message>
    <message>
        <source>as {} says</source>
        <translation>wie in {} angegeben</translation>
    </message>
    <message>
        <source>at least {}</source>
        <translation>mindestens {}</translation>
    </message>
    <message>
        <source>at line </source>
        <translation>at line </translation>
    </message>
    <message>
        <source>at most {}</source>
        <translation>höchstens {}</translation>
    </message>
    <message>
        <source>axes of its own</source>
        <translation>eigene Achsen</translation>
    </message>
    <message>
        <source>axes of one letter differ</source>
        <translation>Achsen mit demselben Buchstaben sind verschieden</translation>
    </message>
    <message>
        <source>axis {} has the extent {}</source>
        <translation>Achse {} hat die Ausdehnung {}</translation>
    </message>
    <message>
        <source>beside the images lie files with their names: {}, such as {}, in a form that is not known here; if they are boxes, say the order of their numbers: kind=box_texts, columns=left top right bottom class</source>
        <translation>neben den Bildern liegen Dateien mit ihren Namen: {}, etwa {}, in einer Form, die hier nicht bekannt ist; wenn es Rahmen sind, nennen Sie die Ordnung ihrer Zahlen: kind=box_texts, columns=left top right bottom class</translation>
    </message>
    <message>
        <source>beside the images lie files with their names: {}, such as {}, of a format that is not known here</source>
        <translation>neben den Bildern liegen Dateien mit ihren Namen: {1}, etwa {2}, in einem Format, das hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>beside the sounds lie files with their names: {}, such as {}, {}</source>
        <translation>neben den Tonaufnahmen liegen Dateien mit ihren Namen: {}, etwa {}, {}</translation>
    </message>
    <message>
        <source>beside them lie files with the names of the folders: {}, such as {}, in a form that is not known here</source>
        <translation>daneben liegen Dateien mit den Namen der Ordner: {}, etwa {}, in einer Form, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>between thousands</source>
        <translation>zwischen Tausendern</translation>
    </message>
    <message>
        <source>black and white: the first two classes</source>
        <translation>schwarz und weiß: die ersten beiden Klassen</translation>
    </message>
    <message>
        <source>black and white: two classes</source>
        <translation>schwarz und weiß: zwei Klassen</translation>
    </message>
    <message>
        <source>block {}</source>
        <translation>Block {}</translation>
    </message>
    <message>
        <source>border after</source>
        <translation>Rand danach</translation>
    </message>
    <message>
        <source>border before</source>
        <translation>Rand davor</translation>
    </message>
    <message>
        <source>both lie in the folder</source>
        <translation>beides liegt im Ordner</translation>
    </message>
    <message>
        <source>both the first and the last axis are short</source>
        <translation>sowohl die erste als auch die letzte Achse ist kurz</translation>
    </message>
    <message>
        <source>box</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>box {} from ({}, {}) to ({}, {}) has no part in its image of {}×{}</source>
        <translation>Rahmen {} von ({}, {}) bis ({}, {}) hat keinen Anteil an seinem Bild von {}×{}</translation>
    </message>
    <message>
        <source>box {} of {} has no label, or its coordinates are no four numbers</source>
        <translation>Rahmen {} von {} hat kein Label, oder seine Koordinaten sind keine vier Zahlen</translation>
    </message>
    <message>
        <source>box {} of {}: {}</source>
        <translation>Rahmen {} von {}: {}</translation>
    </message>
    <message>
        <source>boxes</source>
        <translation>Rahmen</translation>
    </message>
    <message>
        <source>boxes and scores do not fit</source>
        <translation>Rahmen und Wertungen passen nicht zusammen</translation>
    </message>
    <message>
        <source>boxes around the shapes</source>
        <translation>Rahmen um die Formen</translation>
    </message>
    <message>
        <source>boxes around them</source>
        <translation>Rahmen um sie herum</translation>
    </message>
    <message>
        <source>boxes; {} left out</source>
        <translation>Rahmen; {} ausgelassen</translation>
    </message>
    <message>
        <source>byte</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>byte skip</source>
        <translation>byte skip</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Byte</translation>
    </message>
    <message>
        <source>categories, as the place of the value</source>
        <translation>Kategorien, als Nummer des Wertes</translation>
    </message>
    <message>
        <source>categories, one number for each value (one-hot)</source>
        <translation>Kategorien, eine Zahl für jeden Wert (One-Hot)</translation>
    </message>
    <message>
        <source>category {}</source>
        <translation>Kategorie {}</translation>
    </message>
    <message>
        <source>centre_x centre_y width height class</source>
        <translation>centre_x centre_y width height class</translation>
    </message>
    <message>
        <source>channel {}</source>
        <translation>Kanal {}</translation>
    </message>
    <message>
        <source>channels, depth, height, width</source>
        <translation>Kanäle, Tiefe, Höhe, Breite</translation>
    </message>
    <message>
        <source>channels, height, width</source>
        <translation>Kanäle, Höhe, Breite</translation>
    </message>
    <message>
        <source>class</source>
        <translation>Klasse</translation>
    </message>
    <message>
        <source>class centre_x centre_y width height</source>
        <translation>class centre_x centre_y width height</translation>
    </message>
    <message>
        <source>class left top right bottom</source>
        <translation>class left top right bottom</translation>
    </message>
    <message>
        <source>class left top width height</source>
        <translation>class left top width height</translation>
    </message>
    <message>
        <source>class left top width height - - - - - - -</source>
        <translation>class left top width height - - - - - - -</translation>
    </message>
    <message>
        <source>class {}</source>
        <translation>Klasse {}</translation>
    </message>
    <message>
        <source>class_from=name; name_part={}</source>
        <translation>class_from=name; name_part={}</translation>
    </message>
    <message>
        <source>class_from=number; name_part={}</source>
        <translation>class_from=number; name_part={}</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>classes by folders or names</source>
        <translation>Klassen nach Ordnern oder Namen</translation>
    </message>
    <message>
        <source>clip</source>
        <translation>Filmausschnitt</translation>
    </message>
    <message>
        <source>clips</source>
        <translation>Filmausschnitte</translation>
    </message>
    <message>
        <source>column &quot;{}&quot; becomes other numbers than before</source>
        <translation>Spalte „{}“ wird zu anderen Zahlen als zuvor</translation>
    </message>
    <message>
        <source>column &quot;{}&quot; has new categories: {}</source>
        <translation>Spalte „{}“ hat neue Kategorien: {}</translation>
    </message>
    <message>
        <source>column &quot;{}&quot; is no feature any more</source>
        <translation>Spalte „{}“ ist kein Merkmal mehr</translation>
    </message>
    <message>
        <source>column &quot;{}&quot; was no feature, or another one stood before it</source>
        <translation>Spalte „{}“ war kein Merkmal, oder eine andere stand davor</translation>
    </message>
    <message>
        <source>column {}</source>
        <translation>Spalte {}</translation>
    </message>
    <message>
        <source>columns of numbers enter at an Input layer &quot;{}&quot;, columns of words at another, &quot;{}&quot;, with an Embedding behind it</source>
        <translation>Spalten mit Zahlen gehen in eine Eingabeschicht „{}“, Spalten mit Wörtern in eine andere, „{}“, mit einer Einbettung dahinter</translation>
    </message>
    <message>
        <source>columns of {}: {}</source>
        <translation>Spalten von {}: {}</translation>
    </message>
    <message>
        <source>columns {}</source>
        <translation>Spalten {}</translation>
    </message>
    <message>
        <source>columns {} to {}</source>
        <translation>Spalten {} bis {}</translation>
    </message>
    <message>
        <source>columns {}{}</source>
        <translation>Spalten {}{}</translation>
    </message>
    <message>
        <source>computed anew</source>
        <translation>neu berechnet</translation>
    </message>
    <message>
        <source>cut after</source>
        <translation>Zuschnitt danach</translation>
    </message>
    <message>
        <source>cut before</source>
        <translation>Zuschnitt davor</translation>
    </message>
    <message>
        <source>cut to the middle {} s</source>
        <translation>auf die mittleren {} s gekürzt</translation>
    </message>
    <message>
        <source>cut to the middle {} s, and shorter ones filled with silence</source>
        <translation>auf die mittleren {} s gekürzt, kürzere mit Stille aufgefüllt</translation>
    </message>
    <message>
        <source>data file</source>
        <translation>data file</translation>
    </message>
    <message>
        <source>days since 1970-01-01</source>
        <translation>Tage seit 1970-01-01</translation>
    </message>
    <message>
        <source>days since 1970-01-01 in UTC, times of a day rounded to about three minutes</source>
        <translation>Tage seit 1970-01-01 in UTC, Uhrzeiten auf etwa drei Minuten gerundet</translation>
    </message>
    <message>
        <source>depth, height, width</source>
        <translation>Tiefe, Höhe, Breite</translation>
    </message>
    <message>
        <source>depth, height, width, channels</source>
        <translation>Tiefe, Höhe, Breite, Kanäle</translation>
    </message>
    <message>
        <source>divides its frames into pieces</source>
        <translation>teilt seine Einzelbilder in Stücke</translation>
    </message>
    <message>
        <source>down the columns</source>
        <translation>die Spalten hinab</translation>
    </message>
    <message>
        <source>drawn at random</source>
        <translation>zufällig gezogen</translation>
    </message>
    <message>
        <source>drawn from its rows</source>
        <translation>aus ihren Zeilen gezogen</translation>
    </message>
    <message>
        <source>each begins or ends with a word for one, such as {}</source>
        <translation>jeder beginnt oder endet mit einem Wort für einen, etwa {}</translation>
    </message>
    <message>
        <source>each category of each column is a symbol, for an Embedding layer with as many</source>
        <translation>jede Kategorie jeder Spalte ist ein Symbol, für eine Einbettung mit ebenso vielen</translation>
    </message>
    <message>
        <source>each file holds one plane and its labels</source>
        <translation>jede Datei enthält eine Ebene und ihre Labels</translation>
    </message>
    <message>
        <source>each has a folder, such as {}</source>
        <translation>jeder hat einen Ordner, etwa {}</translation>
    </message>
    <message>
        <source>each has a number, which is also in all of its names, such as {}; there {} in every folder, so that folders may be people</source>
        <translation>jeder hat eine Nummer, die auch in allen seinen Namen steht, etwa {}; dort gilt in jedem Ordner: {}, sodass die Ordner Personen sein können</translation>
    </message>
    <message>
        <source>each holds 0 and 1 alone</source>
        <translation>jede enthält nur 0 und 1</translation>
    </message>
    <message>
        <source>each holds 0 and 1 alone, and there are as many ones as rows</source>
        <translation>jede enthält nur 0 und 1, und es gibt so viele Einsen wie Zeilen</translation>
    </message>
    <message>
        <source>each holds images and their masks, so that it may also be the class of its images</source>
        <translation>jeder enthält Bilder und ihre Masken, sodass er auch die Klasse seiner Bilder sein kann</translation>
    </message>
    <message>
        <source>each holds one {}, so that they may be people or cases rather than classes</source>
        <translation>jeder enthält nur eine Datei ({~}), sodass sie eher Personen oder Fälle als Klassen sein können</translation>
    </message>
    <message>
        <source>each is called like the first digits of all files in it, such as {}, so that they may only divide the files into parts</source>
        <translation>jeder heißt wie die ersten Ziffern aller Dateien darin, etwa {}, so dass sie die Dateien vielleicht nur aufteilen</translation>
    </message>
    <message>
        <source>each is called like the last digits of all files in it, such as {}, so that they may only divide the files into parts</source>
        <translation>jeder heißt wie die letzten Ziffern aller Dateien darin, etwa {}, so dass sie die Dateien vielleicht nur aufteilen</translation>
    </message>
    <message>
        <source>each number is there with {}, so that one may be the mask, the target or another view of the other</source>
        <translation>jede Nummer gibt es mit {}, sodass das eine die Maske, das Ziel oder eine andere Ansicht des anderen sein kann</translation>
    </message>
    <message>
        <source>each of its values goes with one value of &quot;{}&quot; alone, so that it may have been written when that was known</source>
        <translation>jeder ihrer Werte gehört zu nur einem Wert von „{1}“, sodass sie vielleicht erst geschrieben wurde, als dieser bekannt war</translation>
    </message>
    <message>
        <source>each of them holds the same classes{}</source>
        <translation>jeder davon enthält dieselben Klassen{}</translation>
    </message>
    <message>
        <source>each of them holds {} of the same names ({}{}), so that folders may be people or scenes</source>
        <translation>jeder davon enthält {1~} derselben Namen ({2}{3}), sodass die Ordner Personen oder Szenen sein können</translation>
    </message>
    <message>
        <source>each row has a single one among zeros</source>
        <translation>jede Zeile hat eine einzige Eins zwischen Nullen</translation>
    </message>
    <message>
        <source>each sample has {} numbers</source>
        <translation>jedes Beispiel hat {} Zahlen</translation>
    </message>
    <message>
        <source>each sample has {} numbers, which may be the pixels of an image</source>
        <translation>jedes Beispiel hat {} Zahlen, die die Pixel eines Bildes sein können</translation>
    </message>
    <message>
        <source>each sample has {} whole numbers, which may be classes of {} kinds</source>
        <translation>jedes Beispiel hat {} ganze Zahlen, die Klassen von {} Arten sein können</translation>
    </message>
    <message>
        <source>each value of &quot;{}&quot; has a range of its numbers for itself</source>
        <translation>jeder Wert von „{1}“ hat einen Bereich ihrer Zahlen für sich</translation>
    </message>
    <message>
        <source>ego vehicle</source>
        <translation>ego vehicle</translation>
    </message>
    <message>
        <source>eight numbers of four corners and a class were expected</source>
        <translation>acht Zahlen für vier Ecken und eine Klasse wurden erwartet</translation>
    </message>
    <message>
        <source>eight whole numbers, the last three of few values, are the form of VisDrone</source>
        <translation>acht ganze Zahlen, die letzten drei mit wenigen Werten, sind die Form von VisDrone</translation>
    </message>
    <message>
        <source>elements are nested too deep</source>
        <translation>Elemente sind zu tief verschachtelt</translation>
    </message>
    <message>
        <source>entries</source>
        <translation>Einträge</translation>
    </message>
    <message>
        <source>entries were</source>
        <translation>Einträge wurden</translation>
    </message>
    <message>
        <source>entry</source>
        <translation>Eintrag</translation>
    </message>
    <message>
        <source>entry was</source>
        <translation>Eintrag wurde</translation>
    </message>
    <message>
        <source>entry {} names no image</source>
        <translation>Eintrag {} nennt kein Bild</translation>
    </message>
    <message>
        <source>entry {}: {}</source>
        <translation>Eintrag {}: {}</translation>
    </message>
    <message>
        <source>every label in it is -1, which says that its rows are not labelled</source>
        <translation>jede Klasse darin ist -1, was heißt, dass ihre Zeilen keine haben</translation>
    </message>
    <message>
        <source>every number with a comma has three digits behind it</source>
        <translation>jede Zahl mit einem Komma hat drei Ziffern dahinter</translation>
    </message>
    <message>
        <source>every number with a comma has three digits behind it ({})</source>
        <translation>jede Zahl mit einem Komma hat drei Ziffern dahinter ({})</translation>
    </message>
    <message>
        <source>every value is {} whole numbers from 0 to 255</source>
        <translation>jeder Wert besteht aus {} ganzen Zahlen von 0 bis 255</translation>
    </message>
    <message>
        <source>exec mpirun -n {} --map-by ppr:{}:node:PE={} --bind-to core {}</source>
        <translation>exec mpirun -n {} --map-by ppr:{}:node:PE={} --bind-to core {}</translation>
    </message>
    <message>
        <source>export OMP_NUM_THREADS={}
</source>
        <translation>export OMP_NUM_THREADS={}
</translation>
    </message>
    <message>
        <source>few samples</source>
        <translation>wenige Beispiele</translation>
    </message>
    <message>
        <source>few values are words, as &quot;{}&quot;</source>
        <translation>nur wenige Werte sind Wörter, etwa „{}“</translation>
    </message>
    <message>
        <source>fewer columns than sequences</source>
        <translation>weniger Spalten als Sequenzen</translation>
    </message>
    <message>
        <source>fewer or more numbers than its shape says</source>
        <translation>weniger oder mehr Zahlen, als die Form sagt</translation>
    </message>
    <message>
        <source>field {} ends beyond the file</source>
        <translation>Feld {} endet hinter dem Ende der Datei</translation>
    </message>
    <message>
        <source>field {} is of a kind that does not exist</source>
        <translation>Feld {} ist von einer Art, die es nicht gibt</translation>
    </message>
    <message>
        <source>file</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>file holds rows or records</source>
        <translation>Datei enthält Zeilen oder Datensätze</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>files and folders are named so</source>
        <translation>Dateien und Ordner heißen so</translation>
    </message>
    <message>
        <source>files are named so</source>
        <translation>die Dateien sind so benannt</translation>
    </message>
    <message>
        <source>files hold rows or records</source>
        <translation>Dateien enthalten Zeilen oder Datensätze</translation>
    </message>
    <message>
        <source>filled with silence to {} s</source>
        <translation>mit Stille auf {} s aufgefüllt</translation>
    </message>
    <message>
        <source>first states</source>
        <translation>erste Zustände</translation>
    </message>
    <message>
        <source>flag that is set</source>
        <translation>gesetzte Markierung</translation>
    </message>
    <message>
        <source>flags that are set</source>
        <translation>gesetzte Markierungen</translation>
    </message>
    <message>
        <source>folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>folder of CIFAR's pickles</source>
        <translation>Ordner mit Pickles von CIFAR</translation>
    </message>
    <message>
        <source>folder of Pascal VOC</source>
        <translation>Ordner von Pascal VOC</translation>
    </message>
    <message>
        <source>folder of slices</source>
        <translation>Ordner von Schnitten</translation>
    </message>
    <message>
        <source>folder of texts per class</source>
        <translation>Ordner von Texten je Klasse</translation>
    </message>
    <message>
        <source>folder {}</source>
        <translation>Ordner {}</translation>
    </message>
    <message>
        <source>folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>folders are named so</source>
        <translation>Ordner heißen so</translation>
    </message>
    <message>
        <source>folders are named so, and &quot;{}&quot; holds the same folders</source>
        <translation>Ordner heißen so, und „{}“ enthält dieselben Ordner</translation>
    </message>
    <message>
        <source>found under another name</source>
        <translation>unter anderem Namen gefunden</translation>
    </message>
    <message>
        <source>four numbers of a box were expected</source>
        <translation>vier Zahlen eines Rahmens wurden erwartet</translation>
    </message>
    <message>
        <source>frame</source>
        <translation>Frame</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Frames</translation>
    </message>
    <message>
        <source>frames {}</source>
        <translation>Frames {}</translation>
    </message>
    <message>
        <source>from {} to {}</source>
        <translation>von {} bis {}</translation>
    </message>
    <message>
        <source>full occluder</source>
        <translation>full occluder</translation>
    </message>
    <message>
        <source>goes on after the {} that its header announces</source>
        <translation>geht nach dem weiter, was der Header ankündigt ({})</translation>
    </message>
    <message>
        <source>gradient factor</source>
        <translation>Gradientenfaktor</translation>
    </message>
    <message>
        <source>gradient of the cell</source>
        <translation>Gradient der Zelle</translation>
    </message>
    <message>
        <source>gradient of the output</source>
        <translation>Gradient der Ausgabe</translation>
    </message>
    <message>
        <source>gradient of {}</source>
        <translation>Gradient von {}</translation>
    </message>
    <message>
        <source>gradient {}</source>
        <translation>Gradient {}</translation>
    </message>
    <message>
        <source>grey pictures of {}×{} pixels</source>
        <translation>graue Bilder von {}×{} Pixeln</translation>
    </message>
    <message>
        <source>ground truth</source>
        <translation>ground truth</translation>
    </message>
    <message>
        <source>group of volumes</source>
        <translation>Gruppe von Volumina</translation>
    </message>
    <message>
        <source>guard rail</source>
        <translation>guard rail</translation>
    </message>
    <message>
        <source>has a damaged table of offsets</source>
        <translation>hat eine beschädigte Tabelle der Positionen</translation>
    </message>
    <message>
        <source>has a file for each slice</source>
        <translation>hat für jede Schicht eine eigene Datei</translation>
    </message>
    <message>
        <source>has channels between its axes</source>
        <translation>hat Kanäle zwischen seinen Achsen</translation>
    </message>
    <message>
        <source>has channels in each voxel beside a fourth axis</source>
        <translation>hat Kanäle in jedem Voxel neben einer vierten Achse</translation>
    </message>
    <message>
        <source>has colours of more than 8 bits</source>
        <translation>hat Farben mit mehr als 8 Bits</translation>
    </message>
    <message>
        <source>has its table &quot;{}&quot; outside</source>
        <translation>legt die Tabelle „{}“ hinter das Ende der Datei</translation>
    </message>
    <message>
        <source>has lines of text before its numbers</source>
        <translation>hat Textzeilen vor seinen Zahlen</translation>
    </message>
    <message>
        <source>has more than three axes of space</source>
        <translation>hat mehr als drei Raumachsen</translation>
    </message>
    <message>
        <source>has no table &quot;{}&quot;</source>
        <translation>hat keine Tabelle „{}“</translation>
    </message>
    <message>
        <source>has pixels of the kind &quot;{}&quot;</source>
        <translation>hat Pixel der Art „{}“</translation>
    </message>
    <message>
        <source>has {} values a pixel</source>
        <translation>hat {} Werte je Pixel</translation>
    </message>
    <message>
        <source>height, width, channels</source>
        <translation>Höhe, Breite, Kanäle</translation>
    </message>
    <message>
        <source>hidden bias</source>
        <translation>verborgener Bias</translation>
    </message>
    <message>
        <source>hidden unit</source>
        <translation>verborgene Einheit</translation>
    </message>
    <message>
        <source>hidden weight</source>
        <translation>verborgenes Gewicht</translation>
    </message>
    <message>
        <source>holds binary data</source>
        <translation>enthält Binärdaten</translation>
    </message>
    <message>
        <source>holds its numbers as text</source>
        <translation>enthält seine Zahlen als Text</translation>
    </message>
    <message>
        <source>holds its numbers in the encoding {}</source>
        <translation>enthält seine Zahlen in der Kodierung {}</translation>
    </message>
    <message>
        <source>holds more than {} values</source>
        <translation>enthält mehr als {} Werte</translation>
    </message>
    <message>
        <source>holds numbers of the kind {}</source>
        <translation>enthält Zahlen der Art {}</translation>
    </message>
    <message>
        <source>holds the whole number {}, which is too large</source>
        <translation>enthält die ganze Zahl {}, die zu groß ist</translation>
    </message>
    <message>
        <source>holds {} where {} are expected</source>
        <translation>enthält {~}, wo {} erwartet werden</translation>
    </message>
    <message>
        <source>ignored region</source>
        <translation>ignored region</translation>
    </message>
    <message>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>image with classes</source>
        <translation>Bild mit Klassen</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>images in &quot;{}&quot; have the same numbers, and may be masks as well</source>
        <translation>Bilder in „{}“ haben dieselben Nummern und können ebenso Masken sein</translation>
    </message>
    <message>
        <source>images kept as fractions cannot be resized; set the width and height to 0, or take 8 bits a value with deep=range or deep=top</source>
        <translation>Bilder aus Bruchzahlen können ihre Größe nicht ändern; setzen Sie Breite und Höhe auf 0, oder nehmen Sie mit deep=range oder deep=top 8 Bit je Wert</translation>
    </message>
    <message>
        <source>images kept as fractions cannot become grey or coloured; set colour=keep, or take 8 bits a value with deep=range or deep=top</source>
        <translation>Bilder aus Bruchzahlen können nicht grau oder farbig werden; setzen Sie colour=keep, oder nehmen Sie mit deep=range oder deep=top 8 Bit je Wert</translation>
    </message>
    <message>
        <source>images like the others</source>
        <translation>Bilder wie die anderen</translation>
    </message>
    <message>
        <source>images of one class</source>
        <translation>Bilder einer Klasse</translation>
    </message>
    <message>
        <source>images of unsigned bytes with 3 axes</source>
        <translation>Bilder aus vorzeichenlosen Bytes mit 3 Achsen</translation>
    </message>
    <message>
        <source>images of {}</source>
        <translation>Bilder von {}</translation>
    </message>
    <message>
        <source>images that the table does not name</source>
        <translation>Bilder, die die Tabelle nicht nennt</translation>
    </message>
    <message>
        <source>images with classes</source>
        <translation>Bilder mit Klassen</translation>
    </message>
    <message>
        <source>images with pixels</source>
        <translation>Bilder mit Pixeln</translation>
    </message>
    <message>
        <source>images.txt gives the images their numbers, as in CUB-200</source>
        <translation>images.txt gibt den Bildern ihre Nummern, wie bei CUB-200</translation>
    </message>
    <message>
        <source>images.txt has no image of that number</source>
        <translation>images.txt hat kein Bild mit dieser Nummer</translation>
    </message>
    <message>
        <source>images_{}_train.txt names it, as in FGVC Aircraft</source>
        <translation>images_{}_train.txt nennt sie, wie bei FGVC Aircraft</translation>
    </message>
    <message>
        <source>in a form that is not known here</source>
        <translation>in einer Form, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>in one split</source>
        <translation>in einem Split</translation>
    </message>
    <message>
        <source>in the backward pass</source>
        <translation>im Rückwärtsdurchlauf</translation>
    </message>
    <message>
        <source>in the forward pass</source>
        <translation>im Vorwärtsdurchlauf</translation>
    </message>
    <message>
        <source>in this order {} of {} are boxes inside of their images</source>
        <translation>in dieser Ordnung sind {} von {} Rahmen innerhalb ihrer Bilder</translation>
    </message>
    <message>
        <source>indices of {} classes</source>
        <translation>Indizes von {} Klassen</translation>
    </message>
    <message>
        <source>initial cell</source>
        <translation>anfängliche Zelle</translation>
    </message>
    <message>
        <source>initial hidden state</source>
        <translation>anfänglicher verborgener Zustand</translation>
    </message>
    <message>
        <source>input bias</source>
        <translation>Eingabe-Bias</translation>
    </message>
    <message>
        <source>input channels</source>
        <translation>Eingabekanäle</translation>
    </message>
    <message>
        <source>input weight</source>
        <translation>Eingabegewicht</translation>
    </message>
    <message>
        <source>input {} (&quot;{}&quot;) depends on data, but must be known beforehand</source>
        <translation>Eingang {} („{}“) hängt von Daten ab, muss aber vorher bekannt sein</translation>
    </message>
    <message>
        <source>input {} is missing</source>
        <translation>Eingang {} fehlt</translation>
    </message>
    <message>
        <source>input_folder={}; target_folder={}</source>
        <translation>input_folder={}; target_folder={}</translation>
    </message>
    <message>
        <source>inputs and targets of pairs</source>
        <translation>Eingaben und Ziele von Paaren</translation>
    </message>
    <message>
        <source>inputs of several types</source>
        <translation>Eingänge mehrerer Typen</translation>
    </message>
    <message>
        <source>inputs of two shapes or types</source>
        <translation>Eingänge zweier Formen oder Typen</translation>
    </message>
    <message>
        <source>inputs that its update_rule does not have</source>
        <translation>Eingänge, die es bei dieser update_rule nicht gibt</translation>
    </message>
    <message>
        <source>instruction {} ({}) needs {} registers, not {}.</source>
        <translation>Befehl {} ({}) braucht {} Register, nicht {}.</translation>
    </message>
    <message>
        <source>instruction {} is {}.</source>
        <translation>an der Stelle von Befehl {} steht {}.</translation>
    </message>
    <message>
        <source>instruction {} needs a number, not {}.</source>
        <translation>Befehl {} braucht eine Zahl, nicht {}.</translation>
    </message>
    <message>
        <source>is cut off inside its header</source>
        <translation>ist im Header abgeschnitten</translation>
    </message>
    <message>
        <source>is cut off: it has {} bytes instead of {}</source>
        <translation>ist abgeschnitten: {} Bytes statt {}</translation>
    </message>
    <message>
        <source>is cut off: its header announces {}, and only {} bytes follow</source>
        <translation>ist abgeschnitten: Der Header kündigt {} an, und nur {} Bytes folgen</translation>
    </message>
    <message>
        <source>is damaged at its table &quot;{}&quot;</source>
        <translation>ist in der Tabelle „{}“ beschädigt</translation>
    </message>
    <message>
        <source>is damaged at line {}</source>
        <translation>ist in Zeile {} beschädigt</translation>
    </message>
    <message>
        <source>is damaged: </source>
        <translation>ist beschädigt: </translation>
    </message>
    <message>
        <source>is larger than 64 MiB</source>
        <translation>ist größer als 64 MiB</translation>
    </message>
    <message>
        <source>is like that</source>
        <translation>ist so</translation>
    </message>
    <message>
        <source>is missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>is nan</source>
        <translation>is nan</translation>
    </message>
    <message>
        <source>is nested more than {} levels deep</source>
        <translation>ist mehr als {} Ebenen tief geschachtelt</translation>
    </message>
    <message>
        <source>is not an IDX file: it does not begin with the bytes 00 00</source>
        <translation>ist keine IDX-Datei: sie beginnt nicht mit den Bytes 00 00</translation>
    </message>
    <message>
        <source>it adds to what holds nothing</source>
        <translation>fügt etwas hinzu, wo nichts enthalten sein kann</translation>
    </message>
    <message>
        <source>it also returns the positions of the maxima</source>
        <translation>gibt auch die Positionen der Maxima aus</translation>
    </message>
    <message>
        <source>it and {} lie {} mm apart as their headers say (their affines differ); resample one of them first, or set places=ignore</source>
        <translation>liegt laut den Headern {2} mm von {1} entfernt (die affinen Abbildungen unterscheiden sich); zuerst eines von beiden neu abtasten oder places=ignore setzen</translation>
    </message>
    <message>
        <source>it becomes more than {} bytes</source>
        <translation>ausgepackt sind es mehr als {} Bytes</translation>
    </message>
    <message>
        <source>it begins as the second, which therefore is the text before numbers became words</source>
        <translation>es beginnt wie das zweite, das also der Text ist, bevor Zahlen zu Wörtern wurden</translation>
    </message>
    <message>
        <source>it begins with the byte order mark of UTF-16</source>
        <translation>der Text beginnt mit der Byte-Order-Mark von UTF-16</translation>
    </message>
    <message>
        <source>it counts fewer than no samples</source>
        <translation>es sind weniger als null Beispiele gezählt</translation>
    </message>
    <message>
        <source>it cuts off channels</source>
        <translation>schneidet Kanäle ab</translation>
    </message>
    <message>
        <source>it does not begin as one</source>
        <translation>beginnt nicht wie einer</translation>
    </message>
    <message>
        <source>it does not describe a data set</source>
        <translation>beschreibt keinen Datensatz</translation>
    </message>
    <message>
        <source>it does not fit its body</source>
        <translation>passt nicht zum eigenen Rumpf</translation>
    </message>
    <message>
        <source>it does not have two numbers for each axis</source>
        <translation>hat nicht zwei Zahlen für jede Achse</translation>
    </message>
    <message>
        <source>it does not say its format</source>
        <translation>nennt das Format nicht</translation>
    </message>
    <message>
        <source>it does not say its size</source>
        <translation>die Größe ist nicht angegeben</translation>
    </message>
    <message>
        <source>it does not say its type and shape</source>
        <translation>gibt Typ und Form nicht an</translation>
    </message>
    <message>
        <source>it ends before its numbers</source>
        <translation>endet vor den Zahlen</translation>
    </message>
    <message>
        <source>it ends inside a number</source>
        <translation>die Datei endet in einer Zahl</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>endet zu früh</translation>
    </message>
    <message>
        <source>it ends within its numbers</source>
        <translation>endet mitten in den Zahlen</translation>
    </message>
    <message>
        <source>it ends within its pixels</source>
        <translation>die Datei endet innerhalb der Pixel</translation>
    </message>
    <message>
        <source>it goes on in a text of another split</source>
        <translation>geht in einem Text eines anderen Splits weiter</translation>
    </message>
    <message>
        <source>it has &quot;{}&quot; axes</source>
        <translation>die Zahl der Achsen ist „{}“</translation>
    </message>
    <message>
        <source>it has another number of outputs than of inputs</source>
        <translation>hat nicht so viele Ausgänge wie Eingänge</translation>
    </message>
    <message>
        <source>it has fewer frames than before</source>
        <translation>es gibt weniger Einzelbilder als zuvor</translation>
    </message>
    <message>
        <source>it has fewer pages than before</source>
        <translation>hat weniger Seiten als zuvor</translation>
    </message>
    <message>
        <source>it has fewer than two inputs</source>
        <translation>hat weniger als zwei Eingänge</translation>
    </message>
    <message>
        <source>it has inputs besides predictions and labels</source>
        <translation>es gibt Eingänge außer Vorhersagen und Labels</translation>
    </message>
    <message>
        <source>it has more than a million lines</source>
        <translation>sie hat mehr als eine Million Zeilen</translation>
    </message>
    <message>
        <source>it has more than a million rows</source>
        <translation>sie hat mehr als eine Million Tabellenzeilen</translation>
    </message>
    <message>
        <source>it has more than {} instructions.</source>
        <translation>es enthält mehr als {} Befehle.</translation>
    </message>
    <message>
        <source>it has more than {} outputs.</source>
        <translation>es hat mehr als {} Ausgaben.</translation>
    </message>
    <message>
        <source>it has no </source>
        <translation>es fehlt: </translation>
    </message>
    <message>
        <source>it has no attributes</source>
        <translation>sie hat keine Attribute</translation>
    </message>
    <message>
        <source>it has no axes</source>
        <translation>hat keine Achsen</translation>
    </message>
    <message>
        <source>it has no body</source>
        <translation>hat keinen Rumpf</translation>
    </message>
    <message>
        <source>it has no class</source>
        <translation>hat keine Klasse</translation>
    </message>
    <message>
        <source>it has no column &quot;{}&quot;: its rows are not labelled</source>
        <translation>es fehlt eine Spalte „{}“: die Zeilen haben keine Labels</translation>
    </message>
    <message>
        <source>it has no column {}, so that its rows are labels without their texts</source>
        <translation>sie hat keine Spalte {}, sodass ihre Zeilen Klassen ohne ihre Texte sind</translation>
    </message>
    <message>
        <source>it has no columns {}: its rows are not labelled</source>
        <translation>sie hat keine Spalten {}: ihre Zeilen haben keine Klasse</translation>
    </message>
    <message>
        <source>it has no content</source>
        <translation>hat keinen Inhalt</translation>
    </message>
    <message>
        <source>it has no header</source>
        <translation>der Header fehlt</translation>
    </message>
    <message>
        <source>it has no input or too many outputs</source>
        <translation>hat keinen Eingang oder zu viele Ausgänge</translation>
    </message>
    <message>
        <source>it has no inputs</source>
        <translation>hat keine Eingänge</translation>
    </message>
    <message>
        <source>it has no label</source>
        <translation>es hat kein Label</translation>
    </message>
    <message>
        <source>it has no line @data</source>
        <translation>sie hat keine Zeile @data</translation>
    </message>
    <message>
        <source>it has no list of objects</source>
        <translation>es fehlt die Liste der Objekte</translation>
    </message>
    <message>
        <source>it has no list of runs</source>
        <translation>sie hat keine Liste von Läufen</translation>
    </message>
    <message>
        <source>it has no name</source>
        <translation>hat keinen Namen</translation>
    </message>
    <message>
        <source>it has no new shape</source>
        <translation>hat keine neue Form</translation>
    </message>
    <message>
        <source>it has no palette</source>
        <translation>hat keine Farbpalette</translation>
    </message>
    <message>
        <source>it has no picture</source>
        <translation>hat kein Bild</translation>
    </message>
    <message>
        <source>it has no positions</source>
        <translation>hat keine Positionen</translation>
    </message>
    <message>
        <source>it has no reference kernel</source>
        <translation>es gibt keinen Referenz-Kernel dafür</translation>
    </message>
    <message>
        <source>it has no such row</source>
        <translation>hat keine solche Zeile</translation>
    </message>
    <message>
        <source>it has no text</source>
        <translation>hat keinen Text</translation>
    </message>
    <message>
        <source>it has no transcript</source>
        <translation>hat keine Abschrift</translation>
    </message>
    <message>
        <source>it has no values</source>
        <translation>hat keine Werte</translation>
    </message>
    <message>
        <source>it has not {} pixels</source>
        <translation>hat nicht {} Pixel</translation>
    </message>
    <message>
        <source>it has one for each number</source>
        <translation>sie hat einen für jede Zahl</translation>
    </message>
    <message>
        <source>it has one for each number that a folder is called</source>
        <translation>sie hat einen für jede Nummer, wie ein Ordner heißt</translation>
    </message>
    <message>
        <source>it has one for each of the numbers {} to {}</source>
        <translation>sie hat einen für jede der Zahlen von {} bis {}</translation>
    </message>
    <message>
        <source>it has one value ({})</source>
        <translation>sie hat einen Wert ({})</translation>
    </message>
    <message>
        <source>it has only {} fields</source>
        <translation>hat nur {} Felder</translation>
    </message>
    <message>
        <source>it has several inputs</source>
        <translation>hat mehrere Eingänge</translation>
    </message>
    <message>
        <source>it has several inputs or outputs</source>
        <translation>hat mehrere Eingänge oder Ausgänge</translation>
    </message>
    <message>
        <source>it has too many attributes</source>
        <translation>sie hat zu viele Attribute</translation>
    </message>
    <message>
        <source>it has too many axes or elements</source>
        <translation>hat zu viele Achsen oder Elemente</translation>
    </message>
    <message>
        <source>it has too many chunks</source>
        <translation>hat zu viele Chunks</translation>
    </message>
    <message>
        <source>it has too many classes</source>
        <translation>es sind zu viele Klassen</translation>
    </message>
    <message>
        <source>it has too many columns</source>
        <translation>sie hat zu viele Spalten</translation>
    </message>
    <message>
        <source>it has {} MiB, and at most 64 MiB are read</source>
        <translation>sie hat {} MiB, und höchstens 64 MiB werden gelesen</translation>
    </message>
    <message>
        <source>it has {} and not one</source>
        <translation>es hat {} und nicht eine</translation>
    </message>
    <message>
        <source>it has {} axes</source>
        <translation>hat {} Achsen</translation>
    </message>
    <message>
        <source>it has {} bits a pixel; a mask has 8 at most</source>
        <translation>sie hat {} Bit je Pixel; eine Maske hat höchstens 8</translation>
    </message>
    <message>
        <source>it has {} different values ({})</source>
        <translation>sie hat {} verschiedene Werte ({})</translation>
    </message>
    <message>
        <source>it has {} different values, which may be no classes</source>
        <translation>es hat {} verschiedene Werte, die vielleicht keine Klassen sind</translation>
    </message>
    <message>
        <source>it has {} fields and &quot;{}&quot; is number {}</source>
        <translation>hat {} Felder, und „{}“ ist Nummer {}</translation>
    </message>
    <message>
        <source>it has {} labels in a row, but the loss accepts at most {}</source>
        <translation>hat {} Labels hintereinander, aber der Verlust nimmt höchstens {}</translation>
    </message>
    <message>
        <source>it has {} samples to train and {} to validate, where the run had {} samples and {}</source>
        <translation>es sind {} Beispiele zum Training und {} zur Validierung, wo der Lauf {} Beispiele und {} hatte</translation>
    </message>
    <message>
        <source>it holds a number a line</source>
        <translation>sie enthält eine Zahl je Zeile</translation>
    </message>
    <message>
        <source>it holds bytes of files that are no pictures; such files are read from folders</source>
        <translation>darin stehen Bytes von Dateien, die keine Bilder sind; solche Dateien werden aus Ordnern gelesen</translation>
    </message>
    <message>
        <source>it holds bytes that belong to no tensor</source>
        <translation>sie enthält Bytes, die zu keinem Tensor gehören</translation>
    </message>
    <message>
        <source>it holds categories</source>
        <translation>darin stehen Kategorien</translation>
    </message>
    <message>
        <source>it holds complex numbers</source>
        <translation>enthält komplexe Zahlen</translation>
    </message>
    <message>
        <source>it holds files, and &quot;{}&quot; beside it holds {} folders, so that their depths differ</source>
        <translation>er enthält Dateien, und „{}“ daneben enthält {} Ordner, sodass ihre Tiefen verschieden sind</translation>
    </message>
    <message>
        <source>it holds fractions</source>
        <translation>sie enthält Bruchzahlen</translation>
    </message>
    <message>
        <source>it holds lists of numbers</source>
        <translation>sie enthält Listen von Zahlen</translation>
    </message>
    <message>
        <source>it holds lists, which are not read, and the class of a text may be the number of what is in them</source>
        <translation>sie enthält Listen, die nicht gelesen werden, und die Klasse eines Textes kann die Nummer dessen sein, was darin steht</translation>
    </message>
    <message>
        <source>it holds more than 8 bits a value and is turned by its camera; turn it upright first</source>
        <translation>enthält mehr als 8 Bits je Wert und ist von der Kamera gedreht; zuerst aufrecht drehen</translation>
    </message>
    <message>
        <source>it holds more than a hundred million entries</source>
        <translation>enthält mehr als hundert Millionen Einträge</translation>
    </message>
    <message>
        <source>it holds more than a million entries</source>
        <translation>enthält mehr als eine Million Einträge</translation>
    </message>
    <message>
        <source>it holds more than {} entries</source>
        <translation>enthalten sind mehr als {} Einträge</translation>
    </message>
    <message>
        <source>it holds no frame</source>
        <translation>enthält keinen Frame</translation>
    </message>
    <message>
        <source>it holds no numbers of 8, 16, 32 or 64 bits</source>
        <translation>enthält keine Zahlen mit 8, 16, 32 oder 64 Bits</translation>
    </message>
    <message>
        <source>it holds no pairs of rising starts and of lengths</source>
        <translation>sie enthält keine Paare aus steigenden Anfängen und Längen</translation>
    </message>
    <message>
        <source>it holds no text</source>
        <translation>enthält keinen Text</translation>
    </message>
    <message>
        <source>it holds no whole numbers of 16 bits, whose upper 8 could be taken; set deep=keep or deep=range</source>
        <translation>enthält keine ganzen Zahlen mit 16 Bits, deren obere 8 sich nehmen ließen; deep=keep oder deep=range setzen</translation>
    </message>
    <message>
        <source>it holds nothing</source>
        <translation>enthält nichts</translation>
    </message>
    <message>
        <source>it holds numbers, and an embedding needs categories; named with feature_columns its values are some</source>
        <translation>darin stehen Zahlen, und eine Einbettung braucht Kategorien; mit feature_columns genannt, gelten die Werte als solche</translation>
    </message>
    <message>
        <source>it holds one object and no rows</source>
        <translation>sie enthält ein Objekt und keine Zeilen</translation>
    </message>
    <message>
        <source>it holds records</source>
        <translation>enthält Strukturen (Records)</translation>
    </message>
    <message>
        <source>it holds records and no text to continue</source>
        <translation>enthält Einträge und keinen fortlaufenden Text</translation>
    </message>
    <message>
        <source>it holds text</source>
        <translation>enthält Text</translation>
    </message>
    <message>
        <source>it holds texts or rows of different lengths</source>
        <translation>enthält Texte oder Zeilen verschiedener Länge</translation>
    </message>
    <message>
        <source>it holds the bytes of picture files</source>
        <translation>darin stehen die Bytes von Bilddateien</translation>
    </message>
    <message>
        <source>it holds the same folders with as many {} as lie beside it, as a copy does</source>
        <translation>er enthält dieselben Ordner und ebenso viele {1~}, wie neben ihm liegen, wie eine Kopie</translation>
    </message>
    <message>
        <source>it holds too many values</source>
        <translation>enthält zu viele Werte</translation>
    </message>
    <message>
        <source>it holds values that are no numbers</source>
        <translation>enthält Werte, die keine Zahlen sind</translation>
    </message>
    <message>
        <source>it holds whole numbers and lists of them ({}), which may also be fractions or classes</source>
        <translation>sie enthält ganze Zahlen und Listen davon ({}), die auch Brüche oder Klassen sein können</translation>
    </message>
    <message>
        <source>it holds zero bytes</source>
        <translation>enthält Nullbytes</translation>
    </message>
    <message>
        <source>it holds {} bits a value; say what becomes of them with deep=keep, deep=range or deep=top</source>
        <translation>enthält {} Bits je Wert; mit deep=keep, deep=range oder deep=top angeben, was daraus wird</translation>
    </message>
    <message>
        <source>it holds {} different whole numbers ({})</source>
        <translation>sie enthält {} verschiedene ganze Zahlen ({})</translation>
    </message>
    <message>
        <source>it holds {} pages; say what becomes of them with frames=first, frames=each or frames=volume</source>
        <translation>enthält {} Seiten; mit frames=first, frames=each oder frames=volume angeben, was daraus wird</translation>
    </message>
    <message>
        <source>it holds {} pictures, and one is needed; save them as files of their own</source>
        <translation>enthält {} Bilder, und eines wird gebraucht; als einzelne Dateien speichern</translation>
    </message>
    <message>
        <source>it is a cell array</source>
        <translation>ist ein Cell-Array</translation>
    </message>
    <message>
        <source>it is a link</source>
        <translation>ist ein Link</translation>
    </message>
    <message>
        <source>it is a list with the name of a split</source>
        <translation>sie ist eine Liste mit dem Namen eines Teils</translation>
    </message>
    <message>
        <source>it is a single value</source>
        <translation>ist ein einzelner Wert</translation>
    </message>
    <message>
        <source>it is a sparse array</source>
        <translation>ist ein dünn besetztes Array</translation>
    </message>
    <message>
        <source>it is a structure of several elements</source>
        <translation>ist eine Struktur aus mehreren Elementen</translation>
    </message>
    <message>
        <source>it is an object</source>
        <translation>ist ein Objekt</translation>
    </message>
    <message>
        <source>it is cut off</source>
        <translation>ist abgeschnitten</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>ist beschädigt</translation>
    </message>
    <message>
        <source>it is damaged at byte {}</source>
        <translation>ist bei Byte {} beschädigt</translation>
    </message>
    <message>
        <source>it is damaged behind entry {}</source>
        <translation>sie ist hinter dem Eintrag {} beschädigt</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>ist leer</translation>
    </message>
    <message>
        <source>it is larger than 64 GiB</source>
        <translation>ist größer als 64 GiB</translation>
    </message>
    <message>
        <source>it is larger than what is read</source>
        <translation>sie ist größer als das, was gelesen wird</translation>
    </message>
    <message>
        <source>it is longer than the second, which therefore is the speaker</source>
        <translation>es ist länger als das zweite, das also der Sprecher ist</translation>
    </message>
    <message>
        <source>it is missing, but its log is there</source>
        <translation>sie fehlt, aber ihr Protokoll ist da</translation>
    </message>
    <message>
        <source>it is named as an id and every row has another value</source>
        <translation>der Name ist der einer Kennung, und jede Zeile hat einen anderen Wert</translation>
    </message>
    <message>
        <source>it is nested too deep</source>
        <translation>ist zu tief geschachtelt</translation>
    </message>
    <message>
        <source>it is no JSON</source>
        <translation>ist kein JSON</translation>
    </message>
    <message>
        <source>it is no UTF-8, and most of its letters are ASCII</source>
        <translation>der Text ist kein UTF-8, und die meisten Buchstaben sind ASCII</translation>
    </message>
    <message>
        <source>it is no array of numbers</source>
        <translation>ist kein Array von Zahlen</translation>
    </message>
    <message>
        <source>it is no data set</source>
        <translation>das ist kein Datensatz</translation>
    </message>
    <message>
        <source>it is no edit</source>
        <translation>ist keine Änderung</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>ist keine Datei</translation>
    </message>
    <message>
        <source>it is no object</source>
        <translation>ist kein Objekt</translation>
    </message>
    <message>
        <source>it is no object.</source>
        <translation>ist kein Objekt.</translation>
    </message>
    <message>
        <source>it is no ordinary file of a project's size</source>
        <translation>sie ist keine gewöhnliche Datei von der Größe eines Projekts</translation>
    </message>
    <message>
        <source>it is no ordinary file of a queue's size</source>
        <translation>sie ist keine gewöhnliche Datei von der Größe einer Warteschlange</translation>
    </message>
    <message>
        <source>it is no part of the input</source>
        <translation>das ist kein Teil der Eingabe</translation>
    </message>
    <message>
        <source>it is not UTF-8, and too large to be converted here</source>
        <translation>ist nicht UTF-8 und zu groß, um hier umgewandelt zu werden</translation>
    </message>
    <message>
        <source>it is not UTF-8, but most of its letters are not those of a Western language</source>
        <translation>der Text ist kein UTF-8, aber die meisten Buchstaben sind nicht die einer westlichen Sprache</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>sie ist kein JSON-Objekt</translation>
    </message>
    <message>
        <source>it is not a queue of runs</source>
        <translation>sie ist keine Warteschlange von Läufen</translation>
    </message>
    <message>
        <source>it is not the file of a Fovea project</source>
        <translation>sie ist nicht die Datei eines Fovea-Projekts</translation>
    </message>
    <message>
        <source>it is of another split</source>
        <translation>sie gehört zu einem anderen Split</translation>
    </message>
    <message>
        <source>it is of another version</source>
        <translation>das Modul hat eine andere Version</translation>
    </message>
    <message>
        <source>it is put together from arrays of other files</source>
        <translation>ist aus Arrays anderer Dateien zusammengesetzt</translation>
    </message>
    <message>
        <source>it is shorter than its header</source>
        <translation>kürzer als ihr Header</translation>
    </message>
    <message>
        <source>it is the first of several</source>
        <translation>es ist die erste von mehreren Aufteilungen</translation>
    </message>
    <message>
        <source>it is the last column</source>
        <translation>es ist die letzte Spalte</translation>
    </message>
    <message>
        <source>it is the last column that is no id and has several values</source>
        <translation>sie ist die letzte Spalte, die keine Kennung ist und mehrere Werte hat</translation>
    </message>
    <message>
        <source>it is the last column, holds words, and the table has no header</source>
        <translation>es ist die letzte Spalte, sie enthält Wörter, und die Tabelle hat keine Kopfzeile</translation>
    </message>
    <message>
        <source>it is the mean of the values that are there in {}</source>
        <translation>Mittelwert der vorhandenen Werte; herangezogen werden {}</translation>
    </message>
    <message>
        <source>it is the median of the values that are there in {}</source>
        <translation>Median der vorhandenen Werte; herangezogen werden {}</translation>
    </message>
    <message>
        <source>it is the only column of few values</source>
        <translation>es ist die einzige Spalte mit wenigen Werten</translation>
    </message>
    <message>
        <source>it is the only column of words that repeat</source>
        <translation>es ist die einzige Spalte mit Wörtern, die sich wiederholen</translation>
    </message>
    <message>
        <source>it is the only column whose values repeat</source>
        <translation>es ist die einzige Spalte, deren Werte sich wiederholen</translation>
    </message>
    <message>
        <source>it is the only column with values that repeat</source>
        <translation>es ist die einzige Spalte, deren Werte sich wiederholen</translation>
    </message>
    <message>
        <source>it is the same as &quot;{}&quot; in every row</source>
        <translation>es ist in jeder Zeile dasselbe wie „{}“</translation>
    </message>
    <message>
        <source>it is the same as what is to be predicted</source>
        <translation>es ist dasselbe wie das, was vorhergesagt werden soll</translation>
    </message>
    <message>
        <source>it is too short</source>
        <translation>ist zu kurz</translation>
    </message>
    <message>
        <source>it is too small for its size</source>
        <translation>die Datei ist zu klein für die Größe des Bildes</translation>
    </message>
    <message>
        <source>it is {}×{}, too small for a factor of {}</source>
        <translation>ist {}×{}, zu klein für einen Faktor von {}</translation>
    </message>
    <message>
        <source>it is {}×{}×{}, and {} is {}×{}×{}</source>
        <translation>ist {}×{}×{}, und {} ist {}×{}×{}</translation>
    </message>
    <message>
        <source>it joins its inputs by {}</source>
        <translation>verknüpft die Eingänge durch {}</translation>
    </message>
    <message>
        <source>it keeps all axes before axis {}</source>
        <translation>behält alle Achsen vor Achse {} bei</translation>
    </message>
    <message>
        <source>it keeps axes in the middle</source>
        <translation>behält Achsen in der Mitte bei</translation>
    </message>
    <message>
        <source>it learns a bias in addition to two inputs</source>
        <translation>lernt zusätzlich zu zwei Eingängen einen Bias</translation>
    </message>
    <message>
        <source>it leaves no axis but the batch</source>
        <translation>lässt keine Achse außer dem Batch übrig</translation>
    </message>
    <message>
        <source>it lies beside folders of splits and is named like none</source>
        <translation>der Ordner liegt neben Ordnern von Splits und heißt wie keiner davon</translation>
    </message>
    <message>
        <source>it lies beside the images, as in SVHN</source>
        <translation>sie liegt neben den Bildern, wie in SVHN</translation>
    </message>
    <message>
        <source>it lies beside them, though its name is that of a file format</source>
        <translation>der Ordner liegt neben ihnen, obwohl sein Name der eines Dateiformats ist</translation>
    </message>
    <message>
        <source>it lies beside them, though its name says that it is background</source>
        <translation>der Ordner liegt neben ihnen, obwohl sein Name sagt, dass er Hintergrund ist</translation>
    </message>
    <message>
        <source>it lies in no folder of a class</source>
        <translation>liegt in keinem Ordner einer Klasse</translation>
    </message>
    <message>
        <source>it lies too deep</source>
        <translation>liegt zu tief</translation>
    </message>
    <message>
        <source>it lists as many as there are fields</source>
        <translation>dort stehen so viele, wie es Felder gibt</translation>
    </message>
    <message>
        <source>it mixes samples</source>
        <translation>vermischt Beispiele</translation>
    </message>
    <message>
        <source>it moves the batch</source>
        <translation>verschiebt den Batch</translation>
    </message>
    <message>
        <source>it must begin with the number of inputs and a colon, not {}.</source>
        <translation>am Anfang müssen die Zahl der Eingaben und ein Doppelpunkt stehen, nicht {}.</translation>
    </message>
    <message>
        <source>it names images, but its own name speaks of masks, which belong to others</source>
        <translation>sie nennt Bilder, aber ihr eigener Name spricht von Masken, die zu anderen gehören</translation>
    </message>
    <message>
        <source>it names no class as the other labels do ({})</source>
        <translation>es benennt keine Klasse wie die anderen Labels ({})</translation>
    </message>
    <message>
        <source>it names no file</source>
        <translation>nennt keine Datei</translation>
    </message>
    <message>
        <source>it names no image</source>
        <translation>nennt kein Bild</translation>
    </message>
    <message>
        <source>it names the images, as in GTSRB</source>
        <translation>die Datei nennt die Bilder, wie bei GTSRB</translation>
    </message>
    <message>
        <source>it names the images, as in Stanford Cars</source>
        <translation>sie nennt die Bilder, wie in Stanford Cars</translation>
    </message>
    <message>
        <source>it needs a length for each sequence</source>
        <translation>braucht eine Länge für jede Sequenz</translation>
    </message>
    <message>
        <source>it needs a matrix</source>
        <translation>braucht eine Matrix</translation>
    </message>
    <message>
        <source>it needs a number for each axis</source>
        <translation>braucht eine Zahl für jede Achse</translation>
    </message>
    <message>
        <source>it needs a place for each sample</source>
        <translation>braucht eine Stelle für jedes Beispiel</translation>
    </message>
    <message>
        <source>it needs a scale for each axis</source>
        <translation>braucht einen Skalierungsfaktor für jede Achse</translation>
    </message>
    <message>
        <source>it needs a size for each axis</source>
        <translation>braucht eine Größe für jede Achse</translation>
    </message>
    <message>
        <source>it needs a size for each output</source>
        <translation>braucht eine Größe für jeden Ausgang</translation>
    </message>
    <message>
        <source>it needs an image for each region</source>
        <translation>braucht ein Bild für jede Region</translation>
    </message>
    <message>
        <source>it needs matrices</source>
        <translation>braucht Matrizen</translation>
    </message>
    <message>
        <source>it needs more than 6 GiB of memory</source>
        <translation>braucht mehr als 6 GiB Speicher</translation>
    </message>
    <message>
        <source>it needs one axis</source>
        <translation>braucht eine einzige Achse</translation>
    </message>
    <message>
        <source>it needs one condition and two branches</source>
        <translation>braucht eine Bedingung und zwei Zweige</translation>
    </message>
    <message>
        <source>it needs one depth</source>
        <translation>braucht eine Tiefe</translation>
    </message>
    <message>
        <source>it needs one diagonal</source>
        <translation>braucht eine Diagonale</translation>
    </message>
    <message>
        <source>it needs one length</source>
        <translation>braucht eine einzige Länge</translation>
    </message>
    <message>
        <source>it needs one number</source>
        <translation>braucht eine einzelne Zahl</translation>
    </message>
    <message>
        <source>it needs one number of tiles and one axis</source>
        <translation>braucht eine einzige Zahl von Kacheln und eine einzige Achse</translation>
    </message>
    <message>
        <source>it needs one position</source>
        <translation>braucht eine Position</translation>
    </message>
    <message>
        <source>it needs one size</source>
        <translation>braucht eine Größe</translation>
    </message>
    <message>
        <source>it needs single numbers</source>
        <translation>braucht einzelne Zahlen</translation>
    </message>
    <message>
        <source>it puts samples one after the other</source>
        <translation>reiht Beispiele aneinander</translation>
    </message>
    <message>
        <source>it raises to the power {}</source>
        <translation>potenziert mit {}</translation>
    </message>
    <message>
        <source>it reads a value that was never stored</source>
        <translation>liest einen Wert, der nie gespeichert wurde</translation>
    </message>
    <message>
        <source>it reads from an empty stack</source>
        <translation>liest von einem leeren Stapel</translation>
    </message>
    <message>
        <source>it remembers what is not there</source>
        <translation>merkt sich, was nicht da ist</translation>
    </message>
    <message>
        <source>it says a wrong number of rows</source>
        <translation>gibt eine falsche Zahl von Zeilen an</translation>
    </message>
    <message>
        <source>it says that {} of {} bits up to bit {} are used</source>
        <translation>angeblich sind {} von {} Bits bis Bit {} belegt</translation>
    </message>
    <message>
        <source>it says which characters the labels stand for, as in EMNIST</source>
        <translation>sie gibt an, für welche Zeichen die Labels stehen, wie in EMNIST</translation>
    </message>
    <message>
        <source>it splits the batch axis</source>
        <translation>zerteilt die Batch-Achse</translation>
    </message>
    <message>
        <source>it takes more than {} GB</source>
        <translation>belegt mehr als {} GB</translation>
    </message>
    <message>
        <source>it was never written</source>
        <translation>wurde nie geschrieben</translation>
    </message>
    <message>
        <source>it was not translated</source>
        <translation>wurde nicht übersetzt</translation>
    </message>
    <message>
        <source>its JPEG does not say how its pixels are coded</source>
        <translation>das JPEG darin sagt nicht, wie die Pixel kodiert sind</translation>
    </message>
    <message>
        <source>its JPEG ends too early</source>
        <translation>das JPEG darin endet zu früh</translation>
    </message>
    <message>
        <source>its JPEG has no marker where one should be</source>
        <translation>im JPEG fehlt eine Markierung</translation>
    </message>
    <message>
        <source>its JPEG has no valid codes</source>
        <translation>das JPEG darin hat keine gültigen Codes</translation>
    </message>
    <message>
        <source>its JPEG holds no pixels</source>
        <translation>das JPEG darin enthält keine Pixel</translation>
    </message>
    <message>
        <source>its answer is &quot;{}&quot;</source>
        <translation>seine Antwort ist „{}“</translation>
    </message>
    <message>
        <source>its authors say so of this set</source>
        <translation>die Autoren geben es für diesen Datensatz so an</translation>
    </message>
    <message>
        <source>its beta does not fit</source>
        <translation>das beta passt nicht</translation>
    </message>
    <message>
        <source>its bias does not fit</source>
        <translation>der Bias passt nicht</translation>
    </message>
    <message>
        <source>its biases do not fit</source>
        <translation>die Biases passen nicht</translation>
    </message>
    <message>
        <source>its bitmap is damaged</source>
        <translation>seine Bitmap ist beschädigt</translation>
    </message>
    <message>
        <source>its bitmap is too large</source>
        <translation>seine Bitmap ist zu groß</translation>
    </message>
    <message>
        <source>its blocks do not fit</source>
        <translation>die Blöcke passen nicht</translation>
    </message>
    <message>
        <source>its body does not fit</source>
        <translation>der Rumpf passt nicht</translation>
    </message>
    <message>
        <source>its border is more than half of its window</source>
        <translation>der Rand ist größer als das halbe Fenster</translation>
    </message>
    <message>
        <source>its boxes lack some of their numbers</source>
        <translation>seinen Rahmen fehlen einige Zahlen</translation>
    </message>
    <message>
        <source>its channels are not along axis 1</source>
        <translation>die Kanäle liegen nicht entlang Achse 1</translation>
    </message>
    <message>
        <source>its channels do not make whole groups</source>
        <translation>die Kanäle ergeben keine ganzen Gruppen</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>die Prüfsumme ist falsch</translation>
    </message>
    <message>
        <source>its chunks are damaged</source>
        <translation>die Chunks sind beschädigt</translation>
    </message>
    <message>
        <source>its chunks are listed in a form ({}) that is not read</source>
        <translation>die Chunks sind in einer Variante ({}) aufgelistet, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>its chunks are too large</source>
        <translation>die Chunks sind zu groß</translation>
    </message>
    <message>
        <source>its chunks span too many rows ({}); save it with smaller ones</source>
        <translation>die Chunks umfassen zu viele Zeilen ({}); mit kleineren speichern</translation>
    </message>
    <message>
        <source>its classes are along axis {}</source>
        <translation>die Klassen liegen entlang Achse {}</translation>
    </message>
    <message>
        <source>its columns are instructions and answers, and none holds classes. To train on the words themselves, write them to a .txt file and import that</source>
        <translation>die Spalten sind Anweisungen und Antworten, und keine enthält Klassen. Um mit den Wörtern selbst zu trainieren, sie in eine .txt-Datei schreiben und diese importieren</translation>
    </message>
    <message>
        <source>its compressed numbers are cut off or damaged</source>
        <translation>die komprimierten Zahlen sind abgeschnitten oder beschädigt</translation>
    </message>
    <message>
        <source>its condition depends on data, but must be known beforehand</source>
        <translation>die Bedingung hängt von Daten ab, muss aber vorher bekannt sein</translation>
    </message>
    <message>
        <source>its corners are no four numbers</source>
        <translation>seine Ecken sind keine vier Zahlen</translation>
    </message>
    <message>
        <source>its data cannot be unpacked</source>
        <translation>die Daten lassen sich nicht auspacken</translation>
    </message>
    <message>
        <source>its data ends too early</source>
        <translation>die Daten enden zu früh</translation>
    </message>
    <message>
        <source>its decay does not fit</source>
        <translation>das decay passt nicht</translation>
    </message>
    <message>
        <source>its default</source>
        <translation>die Vorgabe</translation>
    </message>
    <message>
        <source>its epsilon is left out</source>
        <translation>epsilon ist ausgelassen</translation>
    </message>
    <message>
        <source>its factors are not one for each channel</source>
        <translation>die Faktoren sind nicht je einer pro Kanal</translation>
    </message>
    <message>
        <source>its filters are damaged</source>
        <translation>die Filter sind beschädigt</translation>
    </message>
    <message>
        <source>its filters are kept apart from it</source>
        <translation>die Filter liegen getrennt davon</translation>
    </message>
    <message>
        <source>its filters do not fit</source>
        <translation>die Filter passen nicht</translation>
    </message>
    <message>
        <source>its header does not fit in the file</source>
        <translation>ihr Header passt nicht in die Datei</translation>
    </message>
    <message>
        <source>its header has no end</source>
        <translation>der Kopf hat kein Ende</translation>
    </message>
    <message>
        <source>its header is not an object</source>
        <translation>ihr Header ist kein Objekt</translation>
    </message>
    <message>
        <source>its header lacks a value</source>
        <translation>im Header fehlt ein Wert</translation>
    </message>
    <message>
        <source>its heads do not fit</source>
        <translation>die Köpfe passen nicht</translation>
    </message>
    <message>
        <source>its image</source>
        <translation>das enthaltene Bild</translation>
    </message>
    <message>
        <source>its image has another annotation</source>
        <translation>sein Bild hat schon eine Annotation</translation>
    </message>
    <message>
        <source>its input is no row of symbols</source>
        <translation>der Eingang ist keine Reihe von Symbolen</translation>
    </message>
    <message>
        <source>its input is not the one that was written</source>
        <translation>die Eingabe ist nicht die, die geschrieben wurde</translation>
    </message>
    <message>
        <source>its input is of unknown size</source>
        <translation>der Eingang ist von unbekannter Größe</translation>
    </message>
    <message>
        <source>its inputs are of unknown size</source>
        <translation>die Eingänge sind von unbekannter Größe</translation>
    </message>
    <message>
        <source>its inputs do not fit</source>
        <translation>die Eingänge passen nicht</translation>
    </message>
    <message>
        <source>its inputs do not have the same number of steps</source>
        <translation>die Eingänge haben nicht gleich viele Schritte</translation>
    </message>
    <message>
        <source>its item has several images; export those one by one</source>
        <translation>sein Eintrag hat mehrere Bilder; exportieren Sie diese einzeln</translation>
    </message>
    <message>
        <source>its kind is unknown</source>
        <translation>ihre Art ist unbekannt</translation>
    </message>
    <message>
        <source>its label is {}</source>
        <translation>das Label ist {}</translation>
    </message>
    <message>
        <source>its label is {}, and there are {} classes</source>
        <translation>das Label ist {}, und es gibt {} Klassen</translation>
    </message>
    <message>
        <source>its last edit is another one now</source>
        <translation>die letzte Änderung ist jetzt eine andere</translation>
    </message>
    <message>
        <source>its layout is of a form ({}) that is not read</source>
        <translation>das Layout hat eine Variante ({}), die nicht gelesen wird</translation>
    </message>
    <message>
        <source>its lengths do not add up</source>
        <translation>die Längen passen nicht zusammen</translation>
    </message>
    <message>
        <source>its list says that it neither trains nor tests</source>
        <translation>laut Liste weder für Training noch für Test</translation>
    </message>
    <message>
        <source>its lists are too short</source>
        <translation>die Listen sind zu kurz</translation>
    </message>
    <message>
        <source>its lists do not fit</source>
        <translation>die Listen passen nicht</translation>
    </message>
    <message>
        <source>its lists do not fit its input</source>
        <translation>die Listen passen nicht zum Eingang</translation>
    </message>
    <message>
        <source>its lists do not have a number for each axis</source>
        <translation>die Listen haben nicht je eine Zahl für jede Achse</translation>
    </message>
    <message>
        <source>its logarithm is not the natural one</source>
        <translation>der Logarithmus ist nicht der natürliche</translation>
    </message>
    <message>
        <source>its mask does not fit</source>
        <translation>die Maske passt nicht</translation>
    </message>
    <message>
        <source>its mask has a pixel that is not of exactly one of the {} classes</source>
        <translation>seine Maske hat ein Pixel, das nicht zu genau einer der {} Klassen gehört</translation>
    </message>
    <message>
        <source>its mask has another size</source>
        <translation>die Maske hat eine andere Größe</translation>
    </message>
    <message>
        <source>its mask has colours, and others have none</source>
        <translation>die Maske hat Farben, und andere haben keine</translation>
    </message>
    <message>
        <source>its mask has the colour #{}, which no class has</source>
        <translation>die Maske hat die Farbe #{}, die keine Klasse hat</translation>
    </message>
    <message>
        <source>its mask has {} channels</source>
        <translation>die Maske hat {} Kanäle</translation>
    </message>
    <message>
        <source>its mask holds the label {}, and there are {} classes</source>
        <translation>die Maske enthält das Label {}, und es gibt {} Klassen</translation>
    </message>
    <message>
        <source>its mask holds the number {}, which its palette lacks</source>
        <translation>die Maske enthält die Nummer {}, die in ihrer Palette fehlt</translation>
    </message>
    <message>
        <source>its mask holds the value {}, which no class has</source>
        <translation>die Maske enthält den Wert {}, den keine Klasse hat</translation>
    </message>
    <message>
        <source>its mask holds {}, which is no label</source>
        <translation>die Maske enthält {}, was kein Label ist</translation>
    </message>
    <message>
        <source>its mask is {} and its input {}</source>
        <translation>die Maske ist {} und die Eingabe {}</translation>
    </message>
    <message>
        <source>its matrices do not fit</source>
        <translation>die Matrizen passen nicht</translation>
    </message>
    <message>
        <source>its mean image has another size</source>
        <translation>das mittlere Bild hat eine andere Größe</translation>
    </message>
    <message>
        <source>its meaning of opset {} is not known, only those up to {}</source>
        <translation>die Bedeutung in Opset {} ist nicht bekannt, nur die bis {}</translation>
    </message>
    <message>
        <source>its metadata is not an object</source>
        <translation>ihre Metadaten sind kein Objekt</translation>
    </message>
    <message>
        <source>its metadata is not text</source>
        <translation>ihre Metadaten sind kein Text</translation>
    </message>
    <message>
        <source>its name has no part {}</source>
        <translation>sein Name hat keinen Teil {}</translation>
    </message>
    <message>
        <source>its name holds a letter that is not known</source>
        <translation>sein Name enthält einen unbekannten Buchstaben</translation>
    </message>
    <message>
        <source>its name is none of a file in this folder</source>
        <translation>sein Name ist nicht der einer Datei in diesem Ordner</translation>
    </message>
    <message>
        <source>its name is not one of an input (x, images, data) or a target (y, labels)</source>
        <translation>der Name ist weder der einer Eingabe (x, images, data) noch der eines Ziels (y, labels)</translation>
    </message>
    <message>
        <source>its name is that of a list of classes</source>
        <translation>ihr Name ist der einer Liste von Klassen</translation>
    </message>
    <message>
        <source>its name is that of a split ({}), and no other table trains</source>
        <translation>ihr Name ist der eines Teils ({}), und keine andere Tabelle trainiert</translation>
    </message>
    <message>
        <source>its name is that of an example of answers</source>
        <translation>der Name ist der eines Beispiels für Antworten</translation>
    </message>
    <message>
        <source>its name is that of what is to be predicted</source>
        <translation>der Name ist der von etwas, das vorhergesagt werden soll</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>der Name ist zu lang</translation>
    </message>
    <message>
        <source>its name may be that of what is to be predicted, and so may &quot;{}&quot;</source>
        <translation>ihr Name kann der des Vorherzusagenden sein, und „{}“ ebenso</translation>
    </message>
    <message>
        <source>its name may be that of what is to be predicted, or of a measure like others</source>
        <translation>der Name kann der von etwas sein, das vorhergesagt werden soll, oder der einer Messgröße wie andere</translation>
    </message>
    <message>
        <source>its name says no class</source>
        <translation>der Name nennt keine Klasse</translation>
    </message>
    <message>
        <source>its name says that its files have no label</source>
        <translation>der Name sagt, dass die Dateien kein Label haben</translation>
    </message>
    <message>
        <source>its name says that rows of one value belong together</source>
        <translation>der Name sagt, dass Zeilen mit demselben Wert zusammengehören</translation>
    </message>
    <message>
        <source>its name says that samples of one value belong together</source>
        <translation>der Name sagt, dass Beispiele mit demselben Wert zusammengehören</translation>
    </message>
    <message>
        <source>its name speaks of masks or targets, which may belong to what is in &quot;{}&quot;</source>
        <translation>sein Name spricht von Masken oder Zielen, die zu dem gehören können, was in „{}“ liegt</translation>
    </message>
    <message>
        <source>its name stands between underscores, which marks what is no class</source>
        <translation>der Name steht zwischen Unterstrichen, was kennzeichnet, dass es keine Klasse ist</translation>
    </message>
    <message>
        <source>its network lies outside of the project</source>
        <translation>ihr Netz liegt außerhalb des Projekts</translation>
    </message>
    <message>
        <source>its numbers are not beside it, but in &quot;{}&quot;</source>
        <translation>die Zahlen liegen nicht daneben, sondern in „{}“</translation>
    </message>
    <message>
        <source>its numbers begin at byte {}</source>
        <translation>die Zahlen beginnen bei Byte {}</translation>
    </message>
    <message>
        <source>its numbers begin with zeros, as codes do</source>
        <translation>die Zahlen beginnen mit Nullen, wie bei Codes</translation>
    </message>
    <message>
        <source>its numbers count from {} to {}</source>
        <translation>ihre Zahlen zählen von {} bis {}</translation>
    </message>
    <message>
        <source>its numbers stand for training (0), validation (1) and test (2)</source>
        <translation>die Zahlen darin stehen für Training (0), Validierung (1) und Test (2)</translation>
    </message>
    <message>
        <source>its offsets are not as many as its axes</source>
        <translation>es sind nicht so viele Versätze wie Achsen</translation>
    </message>
    <message>
        <source>its offsets do not fit</source>
        <translation>die Versätze passen nicht</translation>
    </message>
    <message>
        <source>its outlines have more than a billion numbers</source>
        <translation>die Umrisse haben mehr als eine Milliarde Zahlen</translation>
    </message>
    <message>
        <source>its padding is too large</source>
        <translation>die Auffüllung ist zu groß</translation>
    </message>
    <message>
        <source>its page size is {}</source>
        <translation>die Seitengröße ist {}</translation>
    </message>
    <message>
        <source>its page {} is {}, and its first {}, which is no volume</source>
        <translation>Seite {} ist {} und die erste {}, was kein Volumen ergibt</translation>
    </message>
    <message>
        <source>its pages are nested too deep</source>
        <translation>die Seiten sind zu tief geschachtelt</translation>
    </message>
    <message>
        <source>its pages refer to each other in a circle</source>
        <translation>die Seiten verweisen im Kreis aufeinander</translation>
    </message>
    <message>
        <source>its part of the archive is damaged</source>
        <translation>der zugehörige Teil des Archivs ist beschädigt</translation>
    </message>
    <message>
        <source>its parts do not hold the same number of samples</source>
        <translation>die Teile enthalten nicht gleich viele Beispiele</translation>
    </message>
    <message>
        <source>its path begins outside of the archive</source>
        <translation>der Pfad beginnt außerhalb des Archivs</translation>
    </message>
    <message>
        <source>its path holds a zero byte</source>
        <translation>der Pfad enthält ein Nullbyte</translation>
    </message>
    <message>
        <source>its path leaves the archive</source>
        <translation>der Pfad verlässt das Archiv</translation>
    </message>
    <message>
        <source>its picture is too large</source>
        <translation>das Bild ist zu groß</translation>
    </message>
    <message>
        <source>its pixels are missing</source>
        <translation>die Pixel fehlen</translation>
    </message>
    <message>
        <source>its pixels are no JPEG</source>
        <translation>die Pixel sind kein JPEG</translation>
    </message>
    <message>
        <source>its pixels are of another size than it says</source>
        <translation>die Pixel haben eine andere Größe als angegeben</translation>
    </message>
    <message>
        <source>its pixels have other bits than it says</source>
        <translation>die Pixel haben andere Bits als angegeben</translation>
    </message>
    <message>
        <source>its results have too many axes</source>
        <translation>die Ergebnisse haben zu viele Achsen</translation>
    </message>
    <message>
        <source>its right and bottom</source>
        <translation>sein rechter und unterer Rand</translation>
    </message>
    <message>
        <source>its run lengths are not those of its pixels</source>
        <translation>die Lauflängen passen nicht zu den Pixeln</translation>
    </message>
    <message>
        <source>its samples are the same, but some have other labels</source>
        <translation>die Beispiele sind dieselben, aber manche haben andere Labels</translation>
    </message>
    <message>
        <source>its samples are the same, but some have other targets (boxes, masks, numbers or texts)</source>
        <translation>die Beispiele sind dieselben, aber manche haben andere Ziele (Rahmen, Masken, Zahlen oder Texte)</translation>
    </message>
    <message>
        <source>its samples have too many parts</source>
        <translation>die Beispiele haben zu viele Teile</translation>
    </message>
    <message>
        <source>its score is 0</source>
        <translation>ihre Wertung ist 0</translation>
    </message>
    <message>
        <source>its second input is neither of the size of the first nor one number a channel</source>
        <translation>der zweite Eingang ist weder so groß wie der erste noch eine Zahl je Kanal</translation>
    </message>
    <message>
        <source>its shape is damaged</source>
        <translation>die Form ist beschädigt</translation>
    </message>
    <message>
        <source>its size does not fit its pixels</source>
        <translation>die Größe passt nicht zu den Pixeln</translation>
    </message>
    <message>
        <source>its sizes are wrong</source>
        <translation>die Größen sind falsch</translation>
    </message>
    <message>
        <source>its slice {} is {}, and the first {}</source>
        <translation>der Schnitt {} ist {} und der erste {}</translation>
    </message>
    <message>
        <source>its state does not fit</source>
        <translation>der Zustand passt nicht</translation>
    </message>
    <message>
        <source>its state has too many numbers</source>
        <translation>der Zustand hat zu viele Zahlen</translation>
    </message>
    <message>
        <source>its statistics are not what was written</source>
        <translation>die Statistik ist nicht die, die geschrieben wurde</translation>
    </message>
    <message>
        <source>its summands are not one for each channel</source>
        <translation>die Summanden sind nicht je einer pro Kanal</translation>
    </message>
    <message>
        <source>its table has no column &quot;{}&quot;</source>
        <translation>die Tabelle dazu hat keine Spalte „{}“</translation>
    </message>
    <message>
        <source>its table of classes holds impossible values</source>
        <translation>die Tabelle der Klassen enthält unmögliche Werte</translation>
    </message>
    <message>
        <source>its table of classes is cut off</source>
        <translation>die Tabelle der Klassen ist abgeschnitten</translation>
    </message>
    <message>
        <source>its table of labels does not fit its manifest</source>
        <translation>die Tabelle der Labels passt nicht zum Manifest</translation>
    </message>
    <message>
        <source>its table of labels holds impossible values</source>
        <translation>die Tabelle der Labels enthält unmögliche Werte</translation>
    </message>
    <message>
        <source>its table of targets has another length</source>
        <translation>die Tabelle der Ziele hat eine andere Länge</translation>
    </message>
    <message>
        <source>its tables do not fit</source>
        <translation>die Tabellen passen nicht</translation>
    </message>
    <message>
        <source>its target has {} channels where {} are wanted</source>
        <translation>das Ziel hat {} Kanäle, wo {} verlangt sind</translation>
    </message>
    <message>
        <source>its target is computed instead of being the labels of the data set</source>
        <translation>das Ziel wird berechnet, statt aus den Labels des Datensatzes zu kommen</translation>
    </message>
    <message>
        <source>its target is no number</source>
        <translation>das Ziel ist keine Zahl</translation>
    </message>
    <message>
        <source>its task has no response</source>
        <translation>seine Aufgabe hat keine Antwort</translation>
    </message>
    <message>
        <source>its tensors overlap or leave holes</source>
        <translation>ihre Tensoren überlappen oder lassen Lücken</translation>
    </message>
    <message>
        <source>its text is &quot;###&quot;</source>
        <translation>ihr Text ist „###“</translation>
    </message>
    <message>
        <source>its transcript is longer than 65,536 bytes</source>
        <translation>die Abschrift ist länger als 65.536 Bytes</translation>
    </message>
    <message>
        <source>its type is damaged</source>
        <translation>der Typ ist beschädigt</translation>
    </message>
    <message>
        <source>its type is kept apart from it</source>
        <translation>der Typ liegt getrennt davon</translation>
    </message>
    <message>
        <source>its value is not made of numbers</source>
        <translation>der Wert besteht nicht aus Zahlen</translation>
    </message>
    <message>
        <source>its value is not one number</source>
        <translation>der Wert ist nicht eine einzelne Zahl</translation>
    </message>
    <message>
        <source>its values are dates</source>
        <translation>die Werte sind Datumsangaben</translation>
    </message>
    <message>
        <source>its values are dates, and no day is beyond the twelfth: month or day may stand first</source>
        <translation>die Werte sind Datumsangaben, und kein Tag liegt nach dem zwölften: Monat oder Tag kann vorn stehen</translation>
    </message>
    <message>
        <source>its values are lists or objects</source>
        <translation>die Werte sind Listen oder Objekte</translation>
    </message>
    <message>
        <source>its values are lists or records</source>
        <translation>die Werte sind Listen oder Strukturen</translation>
    </message>
    <message>
        <source>its values are names of files</source>
        <translation>die Werte sind Namen von Dateien</translation>
    </message>
    <message>
        <source>its values are the names of pictures that were found ({} of them lie there in all)</source>
        <translation>die Werte sind die Namen gefundener Bilder ({} davon liegen dort insgesamt)</translation>
    </message>
    <message>
        <source>its values are the whole numbers from {} to {}, each once</source>
        <translation>die Werte sind die ganzen Zahlen von {} bis {}, jede einmal</translation>
    </message>
    <message>
        <source>its values are words that repeat</source>
        <translation>die Werte sind Wörter, die sich wiederholen</translation>
    </message>
    <message>
        <source>its values are {}</source>
        <translation>die Werte sind {}</translation>
    </message>
    <message>
        <source>its values begin with words for splits ({})</source>
        <translation>ihre Werte beginnen mit Wörtern für Splits ({})</translation>
    </message>
    <message>
        <source>its values go with those of &quot;{}&quot; one to one: it is the class under another name</source>
        <translation>die Werte entsprechen denen von „{}“ eins zu eins: es ist die Klasse unter anderem Namen</translation>
    </message>
    <message>
        <source>its values name splits</source>
        <translation>die Werte nennen Splits</translation>
    </message>
    <message>
        <source>its values rise by one from row to row</source>
        <translation>die Werte steigen von Zeile zu Zeile um eins</translation>
    </message>
    <message>
        <source>its version is impossible</source>
        <translation>die Version ist unmöglich</translation>
    </message>
    <message>
        <source>its weight is {}</source>
        <translation>das Gewicht ist {}</translation>
    </message>
    <message>
        <source>its weights do not fit</source>
        <translation>die Gewichte passen nicht</translation>
    </message>
    <message>
        <source>its width and height</source>
        <translation>seine Breite und Höhe</translation>
    </message>
    <message>
        <source>its width of {} pixels cannot be divided into two halves</source>
        <translation>seine Breite von {} Pixeln lässt sich nicht in zwei Hälften teilen</translation>
    </message>
    <message>
        <source>its words hardly repeat or are of more kinds than most_categories allows</source>
        <translation>die Wörter wiederholen sich kaum oder sind von mehr Arten, als most_categories erlaubt</translation>
    </message>
    <message>
        <source>its {}</source>
        <translation>die Angabe {}</translation>
    </message>
    <message>
        <source>its {} have the names of {} in {} other classes, so that it may hold the same ones again</source>
        <translation>seine {1~} heißen wie {2~} in {3} anderen Klassen, sodass er vielleicht dieselben noch einmal enthält</translation>
    </message>
    <message>
        <source>its {} pages of {}×{} are too much for one sample</source>
        <translation>die {} Seiten von {}×{} sind zu viel für ein Beispiel</translation>
    </message>
    <message>
        <source>kept as &quot;10&quot;</source>
        <translation>als „10“ beibehalten</translation>
    </message>
    <message>
        <source>key of {}</source>
        <translation>key of {}</translation>
    </message>
    <message>
        <source>kind=masks; image_folder={}; mask_folder={}</source>
        <translation>kind=masks; image_folder={}; mask_folder={}</translation>
    </message>
    <message>
        <source>kind=masks; without_mask=background</source>
        <translation>kind=masks; without_mask=background</translation>
    </message>
    <message>
        <source>kind=pairs; input_folder={}; target_folder={}</source>
        <translation>kind=pairs; input_folder={}; target_folder={}</translation>
    </message>
    <message>
        <source>kind=transcripts; texts=names</source>
        <translation>kind=transcripts; texts=names</translation>
    </message>
    <message>
        <source>labels of unsigned bytes with 1 axis</source>
        <translation>Labels aus vorzeichenlosen Bytes mit 1 Achse</translation>
    </message>
    <message>
        <source>layer {}</source>
        <translation>Schicht {}</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>Lernrate</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>left out, with the images that it names</source>
        <translation>ausgelassen, mit den Bildern, die sie nennt</translation>
    </message>
    <message>
        <source>left out, with {}</source>
        <translation>ausgelassen ({})</translation>
    </message>
    <message>
        <source>left out, {}</source>
        <translation>ausgelassen, {}</translation>
    </message>
    <message>
        <source>left out, {}: {}</source>
        <translation>ausgelassen, {}: {}</translation>
    </message>
    <message>
        <source>left top right bottom</source>
        <translation>left top right bottom</translation>
    </message>
    <message>
        <source>left top right bottom - class</source>
        <translation>left top right bottom - class</translation>
    </message>
    <message>
        <source>left top right bottom class</source>
        <translation>left top right bottom class</translation>
    </message>
    <message>
        <source>left top width height</source>
        <translation>left top width height</translation>
    </message>
    <message>
        <source>left top width height -</source>
        <translation>left top width height -</translation>
    </message>
    <message>
        <source>left top width height class</source>
        <translation>left top width height class</translation>
    </message>
    <message>
        <source>left top width height score class - -</source>
        <translation>left top width height score class - -</translation>
    </message>
    <message>
        <source>left, top, width and height of a face were expected</source>
        <translation>linker und oberer Rand, Breite und Höhe eines Gesichts wurden erwartet</translation>
    </message>
    <message>
        <source>lengths of its own</source>
        <translation>eigene Längen</translation>
    </message>
    <message>
        <source>lengths or peepholes</source>
        <translation>Längen oder Peepholes</translation>
    </message>
    <message>
        <source>libraries are looked for in {}</source>
        <translation>Bibliotheken werden gesucht in: {}</translation>
    </message>
    <message>
        <source>line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>line skip</source>
        <translation>line skip</translation>
    </message>
    <message>
        <source>line {} names no file of a class</source>
        <translation>Zeile {} nennt keine Datei einer Klasse</translation>
    </message>
    <message>
        <source>line {}: &quot;{}&quot; uses an alias; write the text itself</source>
        <translation>Zeile {}: „{}“ benutzt einen Alias; den Text selbst hinschreiben</translation>
    </message>
    <message>
        <source>line {}: {}</source>
        <translation>Zeile {}: {}</translation>
    </message>
    <message>
        <source>lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>list of boxes</source>
        <translation>Liste von Rahmen</translation>
    </message>
    <message>
        <source>list of boxes by frame</source>
        <translation>Liste von Rahmen nach Einzelbildern</translation>
    </message>
    <message>
        <source>list of boxes by image</source>
        <translation>Liste von Rahmen nach Bildern</translation>
    </message>
    <message>
        <source>list of boxes of Create ML</source>
        <translation>Liste von Rahmen, wie Create ML sie hat</translation>
    </message>
    <message>
        <source>list of class weights</source>
        <translation>Liste der Klassengewichte</translation>
    </message>
    <message>
        <source>list of faces as WIDER FACE has them</source>
        <translation>Liste von Gesichtern, wie WIDER FACE sie hat</translation>
    </message>
    <message>
        <source>list of images</source>
        <translation>Liste von Bildern</translation>
    </message>
    <message>
        <source>list of images and boxes</source>
        <translation>Liste von Bildern und Rahmen</translation>
    </message>
    <message>
        <source>list of labels</source>
        <translation>Liste der Labels</translation>
    </message>
    <message>
        <source>lists</source>
        <translation>Listen</translation>
    </message>
    <message>
        <source>lists of inputs and of their labels lie beside it</source>
        <translation>Listen der Eingaben und ihrer Klassen liegen daneben</translation>
    </message>
    <message>
        <source>local response within channels</source>
        <translation>lokale Antwortnormalisierung innerhalb von Kanälen</translation>
    </message>
    <message>
        <source>long long</source>
        <translation>long long</translation>
    </message>
    <message>
        <source>looked at</source>
        <translation>durchgesehen</translation>
    </message>
    <message>
        <source>lower right corner x</source>
        <translation>lower right corner x</translation>
    </message>
    <message>
        <source>lower right corner y</source>
        <translation>lower right corner y</translation>
    </message>
    <message>
        <source>mask of the right size</source>
        <translation>Maske der richtigen Größe</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>masks are called as there, such as {}, and {} is frequent, as road is there</source>
        <translation>Masken heißen wie dort, etwa {}, und {} ist häufig, wie dort die Straße</translation>
    </message>
    <message>
        <source>masks are called as there, such as {}, but {}, which is road there, is rare</source>
        <translation>Masken heißen wie dort, etwa {}, aber {}, dort die Straße, ist selten</translation>
    </message>
    <message>
        <source>masks in SegmentationClass are called as there, such as {}</source>
        <translation>Masken in SegmentationClass heißen wie dort, etwa {}</translation>
    </message>
    <message>
        <source>masks of {} classes</source>
        <translation>Masken mit {} Klassen</translation>
    </message>
    <message>
        <source>matrices that are not square</source>
        <translation>Matrizen, die nicht quadratisch sind</translation>
    </message>
    <message>
        <source>measuring the samples of {}</source>
        <translation>Vermessen der Beispiele von {}</translation>
    </message>
    <message>
        <source>missing values filled with the mean of the column</source>
        <translation>fehlende Werte mit dem Mittelwert der Spalte gefüllt</translation>
    </message>
    <message>
        <source>missing values filled with the mean, and one more number says which</source>
        <translation>fehlende Werte mit dem Mittelwert gefüllt, und eine weitere Zahl sagt, welche</translation>
    </message>
    <message>
        <source>missing values filled with the median of the column</source>
        <translation>fehlende Werte mit dem Median der Spalte gefüllt</translation>
    </message>
    <message>
        <source>missing values filled with the median, and one more number says which</source>
        <translation>fehlende Werte mit dem Median gefüllt, und eine weitere Zahl sagt, welche</translation>
    </message>
    <message>
        <source>more than </source>
        <translation>mehr als </translation>
    </message>
    <message>
        <source>more than {}</source>
        <translation>mehr als {}</translation>
    </message>
    <message>
        <source>most contests of Kaggle have it so, and some go along the rows</source>
        <translation>die meisten Wettbewerbe von Kaggle haben es so, und einige gehen die Zeilen entlang</translation>
    </message>
    <message>
        <source>most folders of {} hold some, which may say more than the names of the folders: {}</source>
        <translation>die meisten Ordner mit Dateien dieser Art ({~}) enthalten welche, die mehr sagen können als die Namen der Ordner: {}</translation>
    </message>
    <message>
        <source>most images are not as wide as a line of writing, so that the texts may describe what they show (&quot;{}&quot;)</source>
        <translation>die meisten Bilder sind nicht so breit wie eine Schriftzeile, sodass die Texte beschreiben können, was sie zeigen („{}“)</translation>
    </message>
    <message>
        <source>most images in several rows have several of them, such as {}, so that the column may say something else</source>
        <translation>die meisten Bilder in mehreren Zeilen haben mehrere davon, etwa {}, sodass die Spalte etwas anderes sagen kann</translation>
    </message>
    <message>
        <source>most names are there twice, such as {}, so that one may be a mask of the other, its depths, or the same once more</source>
        <translation>die meisten Namen gibt es zweimal, etwa {}, sodass eines eine Maske des anderen sein kann, seine Tiefen, oder dasselbe noch einmal</translation>
    </message>
    <message>
        <source>most of what it holds are numbers</source>
        <translation>das meiste darin sind Zahlen</translation>
    </message>
    <message>
        <source>names &quot;{}&quot; twice in one object</source>
        <translation>nennt „{}“ zweimal in einem Objekt</translation>
    </message>
    <message>
        <source>names such as {} begin with one of {} words and end in a number{}</source>
        <translation>Namen wie {} beginnen mit einem von {} Wörtern und enden mit einer Zahl{}</translation>
    </message>
    <message>
        <source>names such as {} have the form of {}</source>
        <translation>Namen wie {} sind wie bei {} gebildet</translation>
    </message>
    <message>
        <source>names such as {} have the form of {}, where {}</source>
        <translation>Namen wie {} sind wie bei {} gebildet, wo gilt: {}</translation>
    </message>
    <message>
        <source>no annotation has them, and other categories name them as their supercategory</source>
        <translation>keine Annotation hat sie, und andere Kategorien nennen sie als ihre Oberkategorie</translation>
    </message>
    <message>
        <source>no area has a value</source>
        <translation>keine Fläche hat einen Wert</translation>
    </message>
    <message>
        <source>no axis has the length 1 or 3</source>
        <translation>keine Achse hat die Länge 1 oder 3</translation>
    </message>
    <message>
        <source>no category where the value is missing</source>
        <translation>keine Kategorie, wo der Wert fehlt</translation>
    </message>
    <message>
        <source>no classes: masks say the class of each pixel</source>
        <translation>keine Klassen: Masken sagen die Klasse jedes Pixels</translation>
    </message>
    <message>
        <source>no column has the name of a target, and the last one, &quot;{}&quot;, has one value</source>
        <translation>keine Spalte heißt wie ein Ziel, und die letzte, „{}“, hat nur einen Wert</translation>
    </message>
    <message>
        <source>no column has the name of a target, and the values of the last one, &quot;{}&quot;, hardly ever repeat</source>
        <translation>keine Spalte ist wie ein Ziel benannt, und die Werte der letzten, „{}“, wiederholen sich kaum</translation>
    </message>
    <message>
        <source>no column holds classes</source>
        <translation>keine Spalte enthält Klassen</translation>
    </message>
    <message>
        <source>no column holds classes, and lists and records such as &quot;{}&quot; are not read</source>
        <translation>keine Spalte enthält Klassen, und Listen und Strukturen wie „{}“ werden nicht gelesen</translation>
    </message>
    <message>
        <source>no folder</source>
        <translation>kein Ordner</translation>
    </message>
    <message>
        <source>no folder names it, and in names such as {}: {}</source>
        <translation>kein Ordner nennt sie, und in Namen wie {} gilt: {}</translation>
    </message>
    <message>
        <source>no folder with {} has this name</source>
        <translation>kein Ordner mit {} heißt so</translation>
    </message>
    <message>
        <source>no layer does that with two values</source>
        <translation>keine Schicht tut das mit zwei Werten</translation>
    </message>
    <message>
        <source>no layer does the op {}</source>
        <translation>keine Schicht führt die Operation {} aus</translation>
    </message>
    <message>
        <source>no layer produces &quot;{}&quot;, which it needs</source>
        <translation>keine Schicht erzeugt das benötigte „{}“</translation>
    </message>
    <message>
        <source>no list of a split names it</source>
        <translation>keine Liste eines Splits nennt die Datei</translation>
    </message>
    <message>
        <source>no list of boxes belongs to {}</source>
        <translation>zu {} gehört keine Liste von Rahmen</translation>
    </message>
    <message>
        <source>no list says the class of this image</source>
        <translation>keine Liste nennt die Klasse dieses Bildes</translation>
    </message>
    <message>
        <source>no list says what is on its images</source>
        <translation>keine Liste sagt, was auf seinen Bildern ist</translation>
    </message>
    <message>
        <source>no mask holds the value 0</source>
        <translation>keine Maske enthält den Wert 0</translation>
    </message>
    <message>
        <source>no number, or more than 256 MiB of them</source>
        <translation>keine Zahl oder mehr als 256 MiB davon</translation>
    </message>
    <message>
        <source>no other column can be learned from, and this one holds the longest words</source>
        <translation>aus keiner anderen Spalte lässt sich lernen, und diese enthält die längsten Wörter</translation>
    </message>
    <message>
        <source>no other folder beside it is named like a split</source>
        <translation>kein anderer Ordner daneben heißt wie ein Split</translation>
    </message>
    <message>
        <source>no reason given</source>
        <translation>kein Grund angegeben</translation>
    </message>
    <message>
        <source>no reason given.</source>
        <translation>kein Grund angegeben.</translation>
    </message>
    <message>
        <source>no rounds at all, and no shape of what they would give</source>
        <translation>gar keine Durchläufe und keine Form dessen, was sie ergäben</translation>
    </message>
    <message>
        <source>no samples</source>
        <translation>keine Beispiele</translation>
    </message>
    <message>
        <source>no symbol where the value is missing</source>
        <translation>kein Symbol, wo der Wert fehlt</translation>
    </message>
    <message>
        <source>no table says its class</source>
        <translation>keine Tabelle nennt die Klasse</translation>
    </message>
    <message>
        <source>no text of its name says what is said</source>
        <translation>kein Text dieses Namens sagt, was gesprochen wird</translation>
    </message>
    <message>
        <source>nobody annotated this image</source>
        <translation>niemand hat dieses Bild annotiert</translation>
    </message>
    <message>
        <source>nobody annotated this image, or the annotation was skipped</source>
        <translation>niemand hat dieses Bild annotiert, oder die Annotation wurde übersprungen</translation>
    </message>
    <message>
        <source>none is larger than 1</source>
        <translation>keine ist größer als 1</translation>
    </message>
    <message>
        <source>none of its images has a file of labels</source>
        <translation>keines der Bilder darin hat eine Datei mit Labels</translation>
    </message>
    <message>
        <source>none of those in {} has a box</source>
        <translation>keine davon in {} hat einen Rahmen</translation>
    </message>
    <message>
        <source>none of those in {} is above 1</source>
        <translation>keine in {} ist größer als 1</translation>
    </message>
    <message>
        <source>none; one file is not read</source>
        <translation>keine; eine Datei wird nicht gelesen</translation>
    </message>
    <message>
        <source>none; the archive is not read</source>
        <translation>keine; das Archiv wird nicht gelesen</translation>
    </message>
    <message>
        <source>none; the other files are not read</source>
        <translation>keine; die anderen Dateien werden nicht gelesen</translation>
    </message>
    <message>
        <source>none; the texts are not read</source>
        <translation>keine; die Texte werden nicht gelesen</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>not read</source>
        <translation>nicht gelesen</translation>
    </message>
    <message>
        <source>not said: </source>
        <translation>nicht gesagt: </translation>
    </message>
    <message>
        <source>not those of the lists</source>
        <translation>nicht die der Listen</translation>
    </message>
    <message>
        <source>not usable: {}</source>
        <translation>nicht benutzbar: {}</translation>
    </message>
    <message>
        <source>not used</source>
        <translation>nicht verwendet</translation>
    </message>
    <message>
        <source>not {}</source>
        <translation>nicht {}</translation>
    </message>
    <message>
        <source>nothing else says a class, and {} may: it has about as many lines as there are {}</source>
        <translation>nichts anderes sagt eine Klasse, und {} vielleicht: sie hat etwa so viele Zeilen, wie es {~} gibt</translation>
    </message>
    <message>
        <source>nothing in the numbers tells</source>
        <translation>nichts an den Zahlen sagt es</translation>
    </message>
    <message>
        <source>nothing is left</source>
        <translation>nichts bleibt übrig</translation>
    </message>
    <message>
        <source>nothing is marked in them, as was said</source>
        <translation>nichts ist darin markiert, wie angegeben</translation>
    </message>
    <message>
        <source>nothing says labels of the {}, and one file beside them may: {}</source>
        <translation>nichts nennt Labels der {~}; eine Datei daneben kann es: {}</translation>
    </message>
    <message>
        <source>nothing says labels of the {}, and {} files beside them may: {}</source>
        <translation>nichts nennt Labels der {~}; {} Dateien daneben können es: {}</translation>
    </message>
    <message>
        <source>nothing says the class of {}</source>
        <translation>nirgends steht die Klasse von {}</translation>
    </message>
    <message>
        <source>nothing says the classes of what is in it</source>
        <translation>nirgends stehen die Klassen dessen, was darin liegt</translation>
    </message>
    <message>
        <source>nothing says what is on them</source>
        <translation>nichts sagt, was auf ihnen ist</translation>
    </message>
    <message>
        <source>nothing says whether there is anything on them</source>
        <translation>nichts sagt, ob auf ihnen etwas ist</translation>
    </message>
    <message>
        <source>nothing says which is which</source>
        <translation>nichts sagt, welche welche ist</translation>
    </message>
    <message>
        <source>nothing says who is on it</source>
        <translation>nirgends steht, wer darauf zu sehen ist</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>numbers are copied as they lie in the file</source>
        <translation>numbers are copied as they lie in the file</translation>
    </message>
    <message>
        <source>numbers for each place</source>
        <translation>Zahlen für jede Stelle</translation>
    </message>
    <message>
        <source>numbers of 64 bits</source>
        <translation>Zahlen von 64 Bit</translation>
    </message>
    <message>
        <source>numbers of such a type</source>
        <translation>Zahlen eines solchen Typs</translation>
    </message>
    <message>
        <source>numbers of {}</source>
        <translation>Zahlen von {}</translation>
    </message>
    <message>
        <source>numbers that are computed</source>
        <translation>Zahlen, die berechnet werden</translation>
    </message>
    <message>
        <source>numbers that are not u8, i32 or f32</source>
        <translation>Zahlen, die nicht u8, i32 oder f32 sind</translation>
    </message>
    <message>
        <source>numbers that are not whole</source>
        <translation>Zahlen, die nicht ganz sind</translation>
    </message>
    <message>
        <source>numbers that depend on the number of samples</source>
        <translation>Zahlen, die von der Zahl der Beispiele abhängen</translation>
    </message>
    <message>
        <source>numbers that repeat the value</source>
        <translation>Zahlen, die den Wert wiederholen</translation>
    </message>
    <message>
        <source>numbers with more than 6 axes</source>
        <translation>Zahlen mit mehr als 6 Achsen</translation>
    </message>
    <message>
        <source>object</source>
        <translation>Objekt</translation>
    </message>
    <message>
        <source>objects</source>
        <translation>Objekte</translation>
    </message>
    <message>
        <source>objects are in the files named “instances_…”; to import one of the others, name that file as the source</source>
        <translation>Objekte stehen in den Dateien namens „instances_…“; um eine der anderen zu importieren, diese Datei als Quelle angeben</translation>
    </message>
    <message>
        <source>occluder on the ground</source>
        <translation>occluder on the ground</translation>
    </message>
    <message>
        <source>one class</source>
        <translation>eine Klasse</translation>
    </message>
    <message>
        <source>one class for all pixels</source>
        <translation>eine Klasse für alle Pixel</translation>
    </message>
    <message>
        <source>one class, &quot;object&quot;</source>
        <translation>eine Klasse, „object“</translation>
    </message>
    <message>
        <source>one class, by the only folder</source>
        <translation>eine Klasse, nach dem einzigen Ordner</translation>
    </message>
    <message>
        <source>one direction, backwards</source>
        <translation>nur eine Richtung, rückwärts</translation>
    </message>
    <message>
        <source>one file is</source>
        <translation>eine Datei wird</translation>
    </message>
    <message>
        <source>one is of no form that is known here: {}</source>
        <translation>eine hat keine Form, die hier bekannt ist: {}</translation>
    </message>
    <message>
        <source>one label</source>
        <translation>einem Label</translation>
    </message>
    <message>
        <source>one number</source>
        <translation>einer Zahl</translation>
    </message>
    <message>
        <source>one of its tables has another length</source>
        <translation>eine der Tabellen hat eine andere Länge</translation>
    </message>
    <message>
        <source>one of the choices</source>
        <translation>eine der Auswahlmöglichkeiten</translation>
    </message>
    <message>
        <source>one sample</source>
        <translation>ein Beispiel</translation>
    </message>
    <message>
        <source>one table</source>
        <translation>eine Tabelle</translation>
    </message>
    <message>
        <source>only {} have a mask, so that nothing may be marked in the others</source>
        <translation>mit Maske gibt es nur {}, sodass in den anderen nichts markiert sein kann</translation>
    </message>
    <message>
        <source>only {} of the {} {} windows of &quot;{}&quot; go on where the one before ends</source>
        <translation>nur {} der {} Fenster ({~}) von „{}“ gehen da weiter, wo das vorige endet</translation>
    </message>
    <message>
        <source>other data</source>
        <translation>andere Daten</translation>
    </message>
    <message>
        <source>other image</source>
        <translation>anderes Bild</translation>
    </message>
    <message>
        <source>other images</source>
        <translation>andere Bilder</translation>
    </message>
    <message>
        <source>other limits than 0 and 6</source>
        <translation>andere Grenzen als 0 und 6</translation>
    </message>
    <message>
        <source>other lists name the splits or everything</source>
        <translation>andere Listen nennen die Splits oder alles</translation>
    </message>
    <message>
        <source>other settings</source>
        <translation>andere Einstellungen</translation>
    </message>
    <message>
        <source>other tables are named after a split</source>
        <translation>andere Tabellen sind nach einem Split benannt</translation>
    </message>
    <message>
        <source>others were asked for</source>
        <translation>andere wurden verlangt</translation>
    </message>
    <message>
        <source>out of roi</source>
        <translation>out of roi</translation>
    </message>
    <message>
        <source>outline or mask</source>
        <translation>Umriss oder Maske</translation>
    </message>
    <message>
        <source>outlines and masks</source>
        <translation>Umrisse und Masken</translation>
    </message>
    <message>
        <source>output padding</source>
        <translation>Ausgabe-Auffüllung</translation>
    </message>
    <message>
        <source>output {}: {}</source>
        <translation>Ausgabe {}: {}</translation>
    </message>
    <message>
        <source>outputs need no reader.</source>
        <translation>Ausgaben brauchen keine Schicht, die sie liest.</translation>
    </message>
    <message>
        <source>packs its attributes</source>
        <translation>packt seine Attribute</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>page {} has an entry outside of it</source>
        <translation>Seite {} hat einen Eintrag außerhalb ihrer selbst</translation>
    </message>
    <message>
        <source>page {} is missing</source>
        <translation>Seite {} fehlt</translation>
    </message>
    <message>
        <source>page {} is neither branch nor leaf</source>
        <translation>Seite {} ist weder Zweig noch Blatt</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>pair</source>
        <translation>Paar</translation>
    </message>
    <message>
        <source>pair of images</source>
        <translation>Bildpaar</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>part {}</source>
        <translation>Teil {}</translation>
    </message>
    <message>
        <source>part {} is one of {} ({})</source>
        <translation>Teil {} ist einer von {} Werten ({})</translation>
    </message>
    <message>
        <source>part {} is {} ({})</source>
        <translation>Teil {} ist {} ({})</translation>
    </message>
    <message>
        <source>parts of one image</source>
        <translation>Teile eines Bildes</translation>
    </message>
    <message>
        <source>parts of the names of classes ({}/{})</source>
        <translation>Teile der Namen von Klassen ({}/{})</translation>
    </message>
    <message>
        <source>person on vehicle</source>
        <translation>person on vehicle</translation>
    </message>
    <message>
        <source>pickle of CIFAR</source>
        <translation>Pickle von CIFAR</translation>
    </message>
    <message>
        <source>pixels</source>
        <translation>Pixel</translation>
    </message>
    <message>
        <source>polygon</source>
        <translation>Polygon</translation>
    </message>
    <message>
        <source>polygons</source>
        <translation>Polygone</translation>
    </message>
    <message>
        <source>position {} is outside of {} along axis {}</source>
        <translation>Position {} liegt außerhalb von {} entlang Achse {}</translation>
    </message>
    <message>
        <source>positions in a value that is computed</source>
        <translation>Positionen in einem Wert, der berechnet wird</translation>
    </message>
    <message>
        <source>positions of so large a value</source>
        <translation>Positionen eines so großen Werts</translation>
    </message>
    <message>
        <source>positions of windows with gaps</source>
        <translation>Positionen von Fenstern mit Lücken</translation>
    </message>
    <message>
        <source>positions that are computed</source>
        <translation>Positionen, die berechnet werden</translation>
    </message>
    <message>
        <source>preparing a batch</source>
        <translation>Vorbereiten eines Batches</translation>
    </message>
    <message>
        <source>preparing to exchange numbers with other ranks</source>
        <translation>Vorbereiten des Austauschs von Zahlen mit anderen Rängen</translation>
    </message>
    <message>
        <source>preparing to load batches</source>
        <translation>Vorbereiten des Ladens von Batches</translation>
    </message>
    <message>
        <source>probability of the label</source>
        <translation>Wahrscheinlichkeit des Labels</translation>
    </message>
    <message>
        <source>process {} on {}</source>
        <translation>Prozess {} auf {}</translation>
    </message>
    <message>
        <source>put together</source>
        <translation>zusammengefügt</translation>
    </message>
    <message>
        <source>quantities</source>
        <translation>stetige Werte</translation>
    </message>
    <message>
        <source>query of {}</source>
        <translation>query of {}</translation>
    </message>
    <message>
        <source>rail track</source>
        <translation>rail track</translation>
    </message>
    <message>
        <source>rank {}</source>
        <translation>Rang {}</translation>
    </message>
    <message>
        <source>ranks on each node</source>
        <translation>Ränge je Knoten</translation>
    </message>
    <message>
        <source>rate {} → {}</source>
        <translation>Rate {} → {}</translation>
    </message>
    <message>
        <source>reading {}</source>
        <translation>beim Lesen von {}</translation>
    </message>
    <message>
        <source>rectification border</source>
        <translation>rectification border</translation>
    </message>
    <message>
        <source>resizing needs opset 11</source>
        <translation>das Ändern der Größe braucht Opset 11</translation>
    </message>
    <message>
        <source>round_mode &quot;{}&quot;</source>
        <translation>round_mode &quot;{}&quot;</translation>
    </message>
    <message>
        <source>row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>row names</source>
        <translation>Zeile nennt</translation>
    </message>
    <message>
        <source>row {}</source>
        <translation>Zeile {}</translation>
    </message>
    <message>
        <source>rows</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>rows name</source>
        <translation>Zeilen nennen</translation>
    </message>
    <message>
        <source>rows of one value stay in one split</source>
        <translation>Zeilen mit demselben Wert bleiben in einem Split</translation>
    </message>
    <message>
        <source>rows of {} numbers</source>
        <translation>Reihen von {} Zahlen</translation>
    </message>
    <message>
        <source>rows of {} symbols</source>
        <translation>Reihen von {} Symbolen</translation>
    </message>
    <message>
        <source>rows that are there were filled so</source>
        <translation>die vorhandenen Zeilen wurden so gefüllt</translation>
    </message>
    <message>
        <source>rows without a value left out</source>
        <translation>Zeilen ohne Wert ausgelassen</translation>
    </message>
    <message>
        <source>safetensors files are little-endian</source>
        <translation>safetensors-Dateien sind little-endian</translation>
    </message>
    <message>
        <source>sample</source>
        <translation>Beispiel</translation>
    </message>
    <message>
        <source>samples</source>
        <translation>Beispiele</translation>
    </message>
    <message>
        <source>samples apart</source>
        <translation>getrennte Beispiele</translation>
    </message>
    <message>
        <source>samples in the middle</source>
        <translation>Beispiele in der Mitte</translation>
    </message>
    <message>
        <source>samples of one value stay in one split</source>
        <translation>Beispiele mit demselben Wert bleiben in einem Split</translation>
    </message>
    <message>
        <source>samples of {}</source>
        <translation>Beispiele von {}</translation>
    </message>
    <message>
        <source>samples one after the other</source>
        <translation>aneinandergereihte Beispiele</translation>
    </message>
    <message>
        <source>samples that were not there when the data set was opened</source>
        <translation>Beispiele, die beim Öffnen des Datensatzes noch nicht da waren</translation>
    </message>
    <message>
        <source>score seed</source>
        <translation>score seed</translation>
    </message>
    <message>
        <source>setid.mat lies beside imagelabels.mat, as in Oxford Flowers</source>
        <translation>setid.mat liegt neben imagelabels.mat, wie bei Oxford Flowers</translation>
    </message>
    <message>
        <source>several axes</source>
        <translation>mehrere Achsen</translation>
    </message>
    <message>
        <source>several columns have values that repeat</source>
        <translation>mehrere Spalten haben Werte, die sich wiederholen</translation>
    </message>
    <message>
        <source>several files end in {}</source>
        <translation>mehrere Dateien enden auf {}</translation>
    </message>
    <message>
        <source>several folders hold some for the same images: {}</source>
        <translation>mehrere Ordner enthalten welche für dieselben Bilder: {1}</translation>
    </message>
    <message>
        <source>several images beside it have the same number</source>
        <translation>mehrere Bilder daneben haben dieselbe Nummer</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
    <message>
        <source>shape {} ({}) has no label, no points or no area</source>
        <translation>Form {} ({}) hat kein Label, keine Punkte oder keine Fläche</translation>
    </message>
    <message>
        <source>shape {} instead of {}</source>
        <translation>Form {} statt {}</translation>
    </message>
    <message>
        <source>shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>shares of the width and height</source>
        <translation>Anteile der Breite und Höhe</translation>
    </message>
    <message>
        <source>shares of width and height</source>
        <translation>Anteile von Breite und Höhe</translation>
    </message>
    <message>
        <source>shuffled when they are divided into splits</source>
        <translation>gemischt, wenn sie auf Splits aufgeteilt werden</translation>
    </message>
    <message>
        <source>signals that are not real</source>
        <translation>Signale, die nicht reell sind</translation>
    </message>
    <message>
        <source>signed char</source>
        <translation>signed char</translation>
    </message>
    <message>
        <source>since step </source>
        <translation>since step </translation>
    </message>
    <message>
        <source>slice</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>slices</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>so large a cache</source>
        <translation>ein so großer Cache</translation>
    </message>
    <message>
        <source>so large a value</source>
        <translation>ein so großer Wert</translation>
    </message>
    <message>
        <source>so large a window</source>
        <translation>ein so großes Fenster</translation>
    </message>
    <message>
        <source>so large matrices</source>
        <translation>so große Matrizen</translation>
    </message>
    <message>
        <source>so long a filter</source>
        <translation>ein so langer Filter</translation>
    </message>
    <message>
        <source>so many keys in bfloat16</source>
        <translation>so viele Keys in bfloat16</translation>
    </message>
    <message>
        <source>so many numbers</source>
        <translation>so viele Zahlen</translation>
    </message>
    <message>
        <source>so many of so few, or more than 512</source>
        <translation>so viele von so wenigen, oder mehr als 512</translation>
    </message>
    <message>
        <source>so many rounds</source>
        <translation>so viele Durchläufe</translation>
    </message>
    <message>
        <source>so many samples</source>
        <translation>so viele Beispiele</translation>
    </message>
    <message>
        <source>so many steps</source>
        <translation>so viele Schritte</translation>
    </message>
    <message>
        <source>so many steps of a form that is written out</source>
        <translation>so viele Schritte einer Variante, die ausgeschrieben wird</translation>
    </message>
    <message>
        <source>so many tensors</source>
        <translation>so viele Tensoren</translation>
    </message>
    <message>
        <source>so many tensors, or none</source>
        <translation>so viele Tensoren oder gar keiner</translation>
    </message>
    <message>
        <source>so most contests of Kaggle have it</source>
        <translation>so haben es die meisten Wettbewerbe von Kaggle</translation>
    </message>
    <message>
        <source>so much padding</source>
        <translation>so viel Auffüllung</translation>
    </message>
    <message>
        <source>some masks hold only 0 and 1, and others only 0 and 255, which may mean the same</source>
        <translation>manche Masken enthalten nur 0 und 1, andere nur 0 und 255, was dasselbe bedeuten kann</translation>
    </message>
    <message>
        <source>some of its lines are gone</source>
        <translation>einige der Zeilen sind verschwunden</translation>
    </message>
    <message>
        <source>some of its values are splits ({}), but {} with {} would be left out</source>
        <translation>einige ihrer Werte sind Splits ({}), aber {} mit {} würden ausgelassen</translation>
    </message>
    <message>
        <source>some of them are named like splits, so that they may be parts of a set</source>
        <translation>einige von ihnen heißen wie Splits, sodass sie Teile eines Datensatzes sein können</translation>
    </message>
    <message>
        <source>some rows have no value there</source>
        <translation>in manchen Zeilen fehlt dort der Wert</translation>
    </message>
    <message>
        <source>some rows have several</source>
        <translation>manche Zeilen haben mehrere</translation>
    </message>
    <message>
        <source>some rows have several, with {} between them, such as &quot;{}&quot;</source>
        <translation>einige Zeilen haben mehrere, mit {} dazwischen, etwa „{}“</translation>
    </message>
    <message>
        <source>something follows the root element</source>
        <translation>nach dem Wurzelelement folgt noch etwas</translation>
    </message>
    <message>
        <source>sound</source>
        <translation>Tonaufnahme</translation>
    </message>
    <message>
        <source>sound file</source>
        <translation>Tondatei</translation>
    </message>
    <message>
        <source>sound files</source>
        <translation>Tondateien</translation>
    </message>
    <message>
        <source>sounds</source>
        <translation>Tonaufnahmen</translation>
    </message>
    <message>
        <source>space directions</source>
        <translation>space directions</translation>
    </message>
    <message>
        <source>space origin</source>
        <translation>space origin</translation>
    </message>
    <message>
        <source>stack</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>stacks</source>
        <translation>Stapel</translation>
    </message>
    <message>
        <source>standard network {}</source>
        <translation>Standardnetz {}</translation>
    </message>
    <message>
        <source>starts and ends do not fit</source>
        <translation>starts und ends passen nicht zusammen</translation>
    </message>
    <message>
        <source>static person</source>
        <translation>static person</translation>
    </message>
    <message>
        <source>stay in one split</source>
        <translation>bleiben in einem Split</translation>
    </message>
    <message>
        <source>step {}</source>
        <translation>Schritt {}</translation>
    </message>
    <message>
        <source>step {} · {} {} · {} {}</source>
        <translation>Schritt {} · {} {~} · {} {}</translation>
    </message>
    <message>
        <source>step {}, epoch {}, sample {}</source>
        <translation>Schritt {}, Epoche {}, Beispiel {}</translation>
    </message>
    <message>
        <source>stores values of so many bits: {}</source>
        <translation>speichert Werte mit so vielen Bits: {}</translation>
    </message>
    <message>
        <source>such a column</source>
        <translation>eine solche Spalte</translation>
    </message>
    <message>
        <source>such a direction</source>
        <translation>eine solche Richtung</translation>
    </message>
    <message>
        <source>such a form</source>
        <translation>eine solche Variante</translation>
    </message>
    <message>
        <source>such a length</source>
        <translation>eine solche Länge</translation>
    </message>
    <message>
        <source>such a padding</source>
        <translation>eine solche Auffüllung</translation>
    </message>
    <message>
        <source>such a precision</source>
        <translation>eine solche Genauigkeit</translation>
    </message>
    <message>
        <source>such a qk_matmul_output_mode</source>
        <translation>ein solches qk_matmul_output_mode</translation>
    </message>
    <message>
        <source>such a scale</source>
        <translation>ein solcher Skalierungsfaktor</translation>
    </message>
    <message>
        <source>such a size</source>
        <translation>eine solche Größe</translation>
    </message>
    <message>
        <source>such a softmax_precision</source>
        <translation>ein solches softmax_precision</translation>
    </message>
    <message>
        <source>such activations</source>
        <translation>solche Aktivierungen</translation>
    </message>
    <message>
        <source>such an order</source>
        <translation>eine solche Reihenfolge</translation>
    </message>
    <message>
        <source>such counts</source>
        <translation>solche Anzahlen</translation>
    </message>
    <message>
        <source>such frames</source>
        <translation>solche Frames</translation>
    </message>
    <message>
        <source>such numbers of keys</source>
        <translation>solche Anzahlen von Keys</translation>
    </message>
    <message>
        <source>such parts</source>
        <translation>solche Teile</translation>
    </message>
    <message>
        <source>such regions</source>
        <translation>solche Regionen</translation>
    </message>
    <message>
        <source>such shapes</source>
        <translation>solche Formen</translation>
    </message>
    <message>
        <source>such sizes</source>
        <translation>solche Größen</translation>
    </message>
    <message>
        <source>sums over ranks only f32 and f64</source>
        <translation>summiert über Ränge nur f32 und f64</translation>
    </message>
    <message>
        <source>symbol</source>
        <translation>Symbol</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>synthetic batches</source>
        <translation>synthetische Batches</translation>
    </message>
    <message>
        <source>system Python</source>
        <translation>Python des Systems</translation>
    </message>
    <message>
        <source>system libraries</source>
        <translation>Systembibliotheken</translation>
    </message>
    <message>
        <source>t-SNE needs at least three samples for each neighbour that counts, an iteration, and an angle from 0 to 1.</source>
        <translation>t-SNE braucht mindestens drei Beispiele für jeden Nachbarn, der zählt, eine Iteration und einen Winkel von 0 bis 1.</translation>
    </message>
    <message>
        <source>table of boxes</source>
        <translation>Rahmentabelle</translation>
    </message>
    <message>
        <source>table of run lengths</source>
        <translation>Tabelle von Lauflängen</translation>
    </message>
    <message>
        <source>table of sounds</source>
        <translation>Tabelle von Tonaufnahmen</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>taken row by row</source>
        <translation>zeilenweise übernommen</translation>
    </message>
    <message>
        <source>target image</source>
        <translation>Zielbild</translation>
    </message>
    <message>
        <source>target images</source>
        <translation>Zielbilder</translation>
    </message>
    <message>
        <source>target of the right size</source>
        <translation>Ziel der richtigen Größe</translation>
    </message>
    <message>
        <source>targets are several times larger than their inputs, and not all by the same</source>
        <translation>die Ziele sind um ein Mehrfaches größer als ihre Eingaben, und nicht alle um dasselbe</translation>
    </message>
    <message>
        <source>tensors of different kinds</source>
        <translation>Tensoren verschiedener Art</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>text file</source>
        <translation>Textdatei</translation>
    </message>
    <message>
        <source>text files</source>
        <translation>Textdateien</translation>
    </message>
    <message>
        <source>text of boxes</source>
        <translation>Text mit Rahmen</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>texts are cut to their first {} bytes</source>
        <translation>Texte werden auf ihre ersten {} Bytes gekürzt</translation>
    </message>
    <message>
        <source>that of the first row</source>
        <translation>die der ersten Zeile</translation>
    </message>
    <message>
        <source>that part of its name is no number</source>
        <translation>dieser Teil des Namens ist keine Zahl</translation>
    </message>
    <message>
        <source>that was asked for</source>
        <translation>das wurde verlangt</translation>
    </message>
    <message>
        <source>that was asked for where a text is no UTF-8</source>
        <translation>das wurde verlangt, wo ein Text kein UTF-8 ist</translation>
    </message>
    <message>
        <source>the DICOM files name their patients</source>
        <translation>die DICOM-Dateien nennen ihre Patienten</translation>
    </message>
    <message>
        <source>the Free Spoken Digit Dataset</source>
        <translation>dem Free Spoken Digit Dataset</translation>
    </message>
    <message>
        <source>the VGG Image Annotator</source>
        <translation>dem VGG Image Annotator</translation>
    </message>
    <message>
        <source>the VGG Image Annotator 3</source>
        <translation>dem VGG Image Annotator 3</translation>
    </message>
    <message>
        <source>the activation {}</source>
        <translation>die Aktivierung {}</translation>
    </message>
    <message>
        <source>the age</source>
        <translation>das Alter</translation>
    </message>
    <message>
        <source>the annotation is for {}×{}, and the image is {}×{}</source>
        <translation>die Annotation ist für {}×{}, und das Bild hat {}×{}</translation>
    </message>
    <message>
        <source>the annotations</source>
        <translation>die Annotationen</translation>
    </message>
    <message>
        <source>the annotations of other tools</source>
        <translation>die Annotationen anderer Werkzeuge</translation>
    </message>
    <message>
        <source>the annotations that are read</source>
        <translation>die gelesenen Annotationen</translation>
    </message>
    <message>
        <source>the archive holds its name twice</source>
        <translation>der Name kommt im Archiv zweimal vor</translation>
    </message>
    <message>
        <source>the attribute &quot;{}&quot;</source>
        <translation>das Attribut „{}“</translation>
    </message>
    <message>
        <source>the attribute &quot;{}&quot; has no value</source>
        <translation>das Attribut „{}“ hat keinen Wert</translation>
    </message>
    <message>
        <source>the attribute {} is not known</source>
        <translation>das Attribut {} ist nicht bekannt</translation>
    </message>
    <message>
        <source>the attribute {} is of opset {} and before</source>
        <translation>das Attribut {} gehört zu Opset {} und früheren</translation>
    </message>
    <message>
        <source>the attribute {} is only known as {}</source>
        <translation>das Attribut {} ist nur mit diesem Wert bekannt: {}</translation>
    </message>
    <message>
        <source>the attributes that it has, of several at once</source>
        <translation>die zutreffenden Attribute, mehrere zugleich</translation>
    </message>
    <message>
        <source>the axes</source>
        <translation>die Achsen</translation>
    </message>
    <message>
        <source>the axes of the inputs</source>
        <translation>die Achsen der Eingaben</translation>
    </message>
    <message>
        <source>the axes that it joins are not known</source>
        <translation>die Achsen, die zusammengefasst werden, sind nicht bekannt</translation>
    </message>
    <message>
        <source>the axis</source>
        <translation>die Achse</translation>
    </message>
    <message>
        <source>the batch</source>
        <translation>der Batch</translation>
    </message>
    <message>
        <source>the batches differ</source>
        <translation>die Batches sind verschieden</translation>
    </message>
    <message>
        <source>the blocks do not fit</source>
        <translation>die Blöcke passen nicht</translation>
    </message>
    <message>
        <source>the box from ({}, {}) to ({}, {}) has no part in its image of {}×{}</source>
        <translation>der Rahmen von ({}, {}) bis ({}, {}) hat keinen Teil in seinem Bild von {}×{}</translation>
    </message>
    <message>
        <source>the boxes</source>
        <translation>die Rahmen</translation>
    </message>
    <message>
        <source>the boxes of persons</source>
        <translation>die Rahmen von Personen</translation>
    </message>
    <message>
        <source>the boxes of the signs</source>
        <translation>die Rahmen der Schilder</translation>
    </message>
    <message>
        <source>the boxes that the lists mark as invalid</source>
        <translation>die Rahmen, die in den Listen als ungültig gelten</translation>
    </message>
    <message>
        <source>the breakpoints are not checked from here on</source>
        <translation>von hier an werden die Haltepunkte nicht geprüft</translation>
    </message>
    <message>
        <source>the camera</source>
        <translation>die Kamera</translation>
    </message>
    <message>
        <source>the categories that only stand above others</source>
        <translation>die Kategorien, die nur über anderen stehen</translation>
    </message>
    <message>
        <source>the channels</source>
        <translation>die Kanäle</translation>
    </message>
    <message>
        <source>the channels do not make whole blocks</source>
        <translation>die Kanäle ergeben keine ganzen Blöcke</translation>
    </message>
    <message>
        <source>the checksum of a record is wrong</source>
        <translation>die Prüfsumme eines Eintrags ist falsch</translation>
    </message>
    <message>
        <source>the checksum of a record's length is wrong</source>
        <translation>die Prüfsumme der Länge eines Eintrags ist falsch</translation>
    </message>
    <message>
        <source>the class</source>
        <translation>die Klasse</translation>
    </message>
    <message>
        <source>the class 10</source>
        <translation>die Klasse 10</translation>
    </message>
    <message>
        <source>the class is missing</source>
        <translation>die Klasse fehlt</translation>
    </message>
    <message>
        <source>the class of a box</source>
        <translation>die Klasse eines Rahmens</translation>
    </message>
    <message>
        <source>the class of a row</source>
        <translation>die Klasse einer Zeile</translation>
    </message>
    <message>
        <source>the class of a {}</source>
        <translation>die Klasse je {~}</translation>
    </message>
    <message>
        <source>the class of an image</source>
        <translation>die Klasse eines Bildes</translation>
    </message>
    <message>
        <source>the class of an image is taken</source>
        <translation>die Klasse eines Bildes wird übernommen</translation>
    </message>
    <message>
        <source>the class of an {}</source>
        <translation>die Klasse je {~}</translation>
    </message>
    <message>
        <source>the class of sounds that several rows name</source>
        <translation>die Klasse von Tonaufnahmen, die mehrere Zeilen nennen</translation>
    </message>
    <message>
        <source>the class of the areas</source>
        <translation>die Klasse der Flächen</translation>
    </message>
    <message>
        <source>the classes</source>
        <translation>die Klassen</translation>
    </message>
    <message>
        <source>the classes are those of whole images</source>
        <translation>die Klassen sind die ganzer Bilder</translation>
    </message>
    <message>
        <source>the classes in an image</source>
        <translation>die Klassen in einem Bild</translation>
    </message>
    <message>
        <source>the classes of images</source>
        <translation>die Klassen von Bildern</translation>
    </message>
    <message>
        <source>the classes of the images</source>
        <translation>die Klassen der Bilder</translation>
    </message>
    <message>
        <source>the classes of the masks</source>
        <translation>die Klassen der Masken</translation>
    </message>
    <message>
        <source>the classes of the test images</source>
        <translation>die Klassen der Testbilder</translation>
    </message>
    <message>
        <source>the classes of the {}</source>
        <translation>die Klassen der {~}</translation>
    </message>
    <message>
        <source>the colours of the masks</source>
        <translation>die Farben der Masken</translation>
    </message>
    <message>
        <source>the commas in numbers</source>
        <translation>die Kommas in Zahlen</translation>
    </message>
    <message>
        <source>the confusion matrix is not square</source>
        <translation>die Konfusionsmatrix ist nicht quadratisch</translation>
    </message>
    <message>
        <source>the coordinates {}</source>
        <translation>die Koordinaten {}</translation>
    </message>
    <message>
        <source>the corners of the boxes</source>
        <translation>die Ecken der Rahmen</translation>
    </message>
    <message>
        <source>the counts of a split do not add up</source>
        <translation>die Zahlen eines Splits ergeben nicht seine Summe</translation>
    </message>
    <message>
        <source>the data set does not say what filled them before; rows with gaps may come in a second time</source>
        <translation>der Datensatz sagt nicht, was sie zuvor füllte; Zeilen mit Lücken können ein zweites Mal hineinkommen</translation>
    </message>
    <message>
        <source>the data set has nothing that it could mean</source>
        <translation>der Datensatz hat nichts, was damit gemeint sein könnte</translation>
    </message>
    <message>
        <source>the decimal sign</source>
        <translation>das Dezimalzeichen</translation>
    </message>
    <message>
        <source>the depth of the images</source>
        <translation>die Tiefe der Bilder</translation>
    </message>
    <message>
        <source>the digit 0</source>
        <translation>die Ziffer 0</translation>
    </message>
    <message>
        <source>the digit that is spoken</source>
        <translation>die gesprochene Ziffer</translation>
    </message>
    <message>
        <source>the direction {}</source>
        <translation>die Richtung {}</translation>
    </message>
    <message>
        <source>the dynamic loader's path</source>
        <translation>Suchpfad des dynamischen Laders</translation>
    </message>
    <message>
        <source>the emotion</source>
        <translation>die Emotion</translation>
    </message>
    <message>
        <source>the encoding of {}</source>
        <translation>die Kodierung von {}</translation>
    </message>
    <message>
        <source>the encoding of {} files, for instance {}</source>
        <translation>die Kodierung von {} Dateien, zum Beispiel {}</translation>
    </message>
    <message>
        <source>the end</source>
        <translation>das Ende</translation>
    </message>
    <message>
        <source>the end of the text</source>
        <translation>das Ende des Textes</translation>
    </message>
    <message>
        <source>the equation does not fit</source>
        <translation>die Gleichung passt nicht</translation>
    </message>
    <message>
        <source>the ethnicity</source>
        <translation>die Ethnie</translation>
    </message>
    <message>
        <source>the file {}</source>
        <translation>die Datei {}</translation>
    </message>
    <message>
        <source>the files</source>
        <translation>die Dateien</translation>
    </message>
    <message>
        <source>the files directly in &quot;{}&quot;{}</source>
        <translation>die Dateien unmittelbar in „{}“{}</translation>
    </message>
    <message>
        <source>the files in them are named like splits ({}), so that they may be parts of a set</source>
        <translation>die Dateien darin heißen wie Splits ({}), sodass sie Teile eines Datensatzes sein können</translation>
    </message>
    <message>
        <source>the files of EMNIST store them so</source>
        <translation>die Dateien von EMNIST speichern sie so</translation>
    </message>
    <message>
        <source>the films that are there again</source>
        <translation>die Filme, die noch einmal da sind</translation>
    </message>
    <message>
        <source>the filter {}</source>
        <translation>der Filter {}</translation>
    </message>
    <message>
        <source>the first axis counts them as a rule, and the second, which has {}, the frames or channels of each</source>
        <translation>in der Regel zählt sie die erste Achse, und die zweite, mit der Länge {}, die Einzelbilder oder Kanäle von jedem</translation>
    </message>
    <message>
        <source>the first image of the list lies there</source>
        <translation>dort liegt das erste Bild der Liste</translation>
    </message>
    <message>
        <source>the first line</source>
        <translation>die erste Zeile</translation>
    </message>
    <message>
        <source>the first line of {}</source>
        <translation>die erste Zeile von {}</translation>
    </message>
    <message>
        <source>the first of each image; {} left out</source>
        <translation>die erste jedes Bildes; {1} ausgelassen</translation>
    </message>
    <message>
        <source>the first of each; {} others are left out</source>
        <translation>jeweils die erste; {} weitere sind ausgelassen</translation>
    </message>
    <message>
        <source>the first {} lines of {}</source>
        <translation>die ersten {} Zeilen von {}</translation>
    </message>
    <message>
        <source>the flags of the images</source>
        <translation>die Markierungen der Bilder</translation>
    </message>
    <message>
        <source>the folder &quot;WIDER_test&quot;</source>
        <translation>der Ordner „WIDER_test“</translation>
    </message>
    <message>
        <source>the folder &quot;{}&quot;</source>
        <translation>der Ordner „{}“</translation>
    </message>
    <message>
        <source>the folder &quot;{}&quot; holds splits, and &quot;{}&quot; lies beside it</source>
        <translation>der Ordner „{1}“ enthält Splits, und „{2}“ liegt daneben</translation>
    </message>
    <message>
        <source>the folder &quot;{}&quot; holds tables</source>
        <translation>der Ordner „{}“ enthält Tabellen</translation>
    </message>
    <message>
        <source>the folder &quot;{}&quot; is called after images, and &quot;{}&quot; after what belongs to them, so that they may be pairs</source>
        <translation>der Ordner „{}“ ist nach Bildern benannt und „{}“ nach dem, was zu ihnen gehört, sodass sie Paare sein können</translation>
    </message>
    <message>
        <source>the folder of its image</source>
        <translation>der Ordner des Bildes</translation>
    </message>
    <message>
        <source>the folder of the images</source>
        <translation>der Ordner der Bilder</translation>
    </message>
    <message>
        <source>the folders</source>
        <translation>die Ordner</translation>
    </message>
    <message>
        <source>the folders &quot;{}&quot;</source>
        <translation>die Ordner &quot;{}&quot;</translation>
    </message>
    <message>
        <source>the folders &quot;{}&quot; and &quot;{}&quot;</source>
        <translation>die Ordner „{}“ und „{}“</translation>
    </message>
    <message>
        <source>the folders &quot;{}&quot;, &quot;{}&quot;, …</source>
        <translation>die Ordner „{}“, „{}“, …</translation>
    </message>
    <message>
        <source>the folders &quot;{}&quot;, &quot;{}&quot;{}</source>
        <translation>die Ordner &quot;{}&quot;, &quot;{}&quot;{}</translation>
    </message>
    <message>
        <source>the folders &quot;{}&quot;{}</source>
        <translation>die Ordner „{}“{}</translation>
    </message>
    <message>
        <source>the folders beside them hold many times as many, and name the classes</source>
        <translation>die Ordner daneben enthalten ein Vielfaches davon und nennen die Klassen</translation>
    </message>
    <message>
        <source>the folders inside of folders</source>
        <translation>die Ordner in Ordnern</translation>
    </message>
    <message>
        <source>the folders of texts, such as &quot;{}&quot;</source>
        <translation>die Ordner mit Texten, etwa „{}“</translation>
    </message>
    <message>
        <source>the folders of the {} are named in {}, in a form that is not known here</source>
        <translation>die Ordner der {~} werden in {} genannt, in einer Form, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the form of the annotations</source>
        <translation>die Form der Annotationen</translation>
    </message>
    <message>
        <source>the frames of the video</source>
        <translation>die Frames des Videos</translation>
    </message>
    <message>
        <source>the gender</source>
        <translation>das Geschlecht</translation>
    </message>
    <message>
        <source>the halves of an image</source>
        <translation>die Hälften eines Bildes</translation>
    </message>
    <message>
        <source>the halves of the images</source>
        <translation>die Hälften der Bilder</translation>
    </message>
    <message>
        <source>the head (hbox)</source>
        <translation>der Kopf (hbox)</translation>
    </message>
    <message>
        <source>the house numbers of SVHN look so, whose label 10 is the digit 0</source>
        <translation>so sehen die Hausnummern von SVHN aus, deren Label 10 die Ziffer 0 ist</translation>
    </message>
    <message>
        <source>the image does not make whole blocks</source>
        <translation>das Bild ergibt keine ganzen Blöcke</translation>
    </message>
    <message>
        <source>the image is {}×{}, and its mask {}×{}</source>
        <translation>das Bild ist {}×{} und die Maske {}×{}</translation>
    </message>
    <message>
        <source>the image {} has no class</source>
        <translation>das Bild {} hat keine Klasse</translation>
    </message>
    <message>
        <source>the image {} is named a second time</source>
        <translation>das Bild {} wird ein zweites Mal genannt</translation>
    </message>
    <message>
        <source>the image {} is named more than once; the first is taken</source>
        <translation>das Bild {} wird mehrmals genannt; das erste Mal zählt</translation>
    </message>
    <message>
        <source>the images of a patient</source>
        <translation>die Bilder eines Patienten</translation>
    </message>
    <message>
        <source>the images of one folder</source>
        <translation>die Bilder eines Ordners</translation>
    </message>
    <message>
        <source>the images of one sign</source>
        <translation>die Bilder eines Schildes</translation>
    </message>
    <message>
        <source>the images that no annotation names</source>
        <translation>die Bilder, die keine Annotation nennt</translation>
    </message>
    <message>
        <source>the images that no file of boxes names</source>
        <translation>die Bilder, die keine Datei mit Rahmen nennt</translation>
    </message>
    <message>
        <source>the images that no list describes</source>
        <translation>die Bilder, die keine Liste beschreibt</translation>
    </message>
    <message>
        <source>the images that no list names</source>
        <translation>die Bilder, die keine Liste nennt</translation>
    </message>
    <message>
        <source>the images without a mask</source>
        <translation>die Bilder ohne Maske</translation>
    </message>
    <message>
        <source>the indices do not fit</source>
        <translation>die Indizes passen nicht</translation>
    </message>
    <message>
        <source>the indices name more axes than there are</source>
        <translation>die Indizes nennen mehr Achsen, als es gibt</translation>
    </message>
    <message>
        <source>the indices reach outside</source>
        <translation>die Indizes reichen über den Wert hinaus</translation>
    </message>
    <message>
        <source>the initializer &quot;{}&quot;</source>
        <translation>der Initializer „{}“</translation>
    </message>
    <message>
        <source>the input</source>
        <translation>die Eingabe</translation>
    </message>
    <message>
        <source>the input is {}×{}, and its target {} is {}×{}: one must be the other's size, or so many times it</source>
        <translation>die Eingabe ist {}×{}, und ihr Ziel {} ist {}×{}: beide müssen gleich groß sein oder das eine ein ganzes Vielfaches des anderen</translation>
    </message>
    <message>
        <source>the input {}</source>
        <translation>die Eingabe {}</translation>
    </message>
    <message>
        <source>the key points</source>
        <translation>die Schlüsselpunkte</translation>
    </message>
    <message>
        <source>the kind of this data</source>
        <translation>die Art dieser Daten</translation>
    </message>
    <message>
        <source>the label &quot;{}&quot;</source>
        <translation>das Label „{}“</translation>
    </message>
    <message>
        <source>the label &quot;{}&quot; names no class</source>
        <translation>das Label „{}“ benennt keine Klasse</translation>
    </message>
    <message>
        <source>the label 10</source>
        <translation>das Label 10</translation>
    </message>
    <message>
        <source>the label {} is beyond the {} classes</source>
        <translation>das Label {} liegt jenseits der {} Klassen</translation>
    </message>
    <message>
        <source>the label {} is not one of the {} classes</source>
        <translation>das Label {} ist keine der {} Klassen</translation>
    </message>
    <message>
        <source>the label {} is out of range</source>
        <translation>das Label {} liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>the labels and splits of the {}</source>
        <translation>die Labels und Splits der {~}</translation>
    </message>
    <message>
        <source>the labels are of another camera</source>
        <translation>die Labels gehören zu einer anderen Kamera</translation>
    </message>
    <message>
        <source>the labels of a row</source>
        <translation>die Labels einer Zeile</translation>
    </message>
    <message>
        <source>the labels of a sound</source>
        <translation>die Klassen eines Tons</translation>
    </message>
    <message>
        <source>the labels of an image</source>
        <translation>die Labels eines Bildes</translation>
    </message>
    <message>
        <source>the labels of the images</source>
        <translation>die Labels der Bilder</translation>
    </message>
    <message>
        <source>the lanes and areas</source>
        <translation>die Spuren und Flächen</translation>
    </message>
    <message>
        <source>the largest is {}</source>
        <translation>die größte ist {}</translation>
    </message>
    <message>
        <source>the last cell</source>
        <translation>die letzte Zelle</translation>
    </message>
    <message>
        <source>the last two numbers of a box</source>
        <translation>die letzten zwei Zahlen eines Rahmens</translation>
    </message>
    <message>
        <source>the left one is the input, and the right one its target</source>
        <translation>die linke ist die Eingabe und die rechte ihr Ziel</translation>
    </message>
    <message>
        <source>the length</source>
        <translation>die Länge</translation>
    </message>
    <message>
        <source>the length of a text</source>
        <translation>die Länge eines Textes</translation>
    </message>
    <message>
        <source>the length of the sounds</source>
        <translation>die Länge der Tonaufnahmen</translation>
    </message>
    <message>
        <source>the lines of {} name no image that was found, such as &quot;{}&quot;; they may name parts of images</source>
        <translation>die Zeilen von {1} nennen kein gefundenes Bild, etwa „{2}“; vielleicht nennen sie Teile von Bildern</translation>
    </message>
    <message>
        <source>the list of boxes names none</source>
        <translation>die Liste der Rahmen nennt keine</translation>
    </message>
    <message>
        <source>the lists have names alone, and no labels, so that they may say something else than which images are of use</source>
        <translation>die Listen haben nur Namen und keine Klassen, so dass sie etwas anderes sagen können, als welche Bilder zu gebrauchen sind</translation>
    </message>
    <message>
        <source>the lists name files of these folders</source>
        <translation>die Listen nennen Dateien dieser Ordner</translation>
    </message>
    <message>
        <source>the lists name the images</source>
        <translation>die Listen nennen die Bilder</translation>
    </message>
    <message>
        <source>the longest has {}</source>
        <translation>der längste hat {}</translation>
    </message>
    <message>
        <source>the mask of a detection is not read, and its box is taken</source>
        <translation>die Maske einer Erkennung wird nicht gelesen, und ihr Rahmen wird verwendet</translation>
    </message>
    <message>
        <source>the masks</source>
        <translation>die Masken</translation>
    </message>
    <message>
        <source>the masks are JPEG files, and their values gather there</source>
        <translation>die Masken sind JPEG-Dateien, und ihre Werte häufen sich dort</translation>
    </message>
    <message>
        <source>the masks are JPEG files, whose compression blurs two values into many</source>
        <translation>die Masken sind JPEG-Dateien, deren Komprimierung zwei Werte zu vielen verwischt</translation>
    </message>
    <message>
        <source>the masks are frames of films and hold numbers up to {}, so that they may number the objects of each film</source>
        <translation>die Masken sind Einzelbilder von Filmen und enthalten Zahlen bis {}, sodass sie die Objekte jedes Films nummerieren können</translation>
    </message>
    <message>
        <source>the masks have palettes, and the list names their colours</source>
        <translation>die Masken haben Paletten, und die Liste nennt deren Farben</translation>
    </message>
    <message>
        <source>the masks of an image</source>
        <translation>die Masken eines Bildes</translation>
    </message>
    <message>
        <source>the masks of the images</source>
        <translation>die Masken der Bilder</translation>
    </message>
    <message>
        <source>the member &quot;{}&quot; of {}</source>
        <translation>das Element „{}“ von {}</translation>
    </message>
    <message>
        <source>the mode {}</source>
        <translation>der Modus {}</translation>
    </message>
    <message>
        <source>the model</source>
        <translation>das Modell</translation>
    </message>
    <message>
        <source>the moments of a normalisation</source>
        <translation>die Momente einer Normalisierung</translation>
    </message>
    <message>
        <source>the name of a picture</source>
        <translation>der Name eines Bildes</translation>
    </message>
    <message>
        <source>the name of an image has no folders</source>
        <translation>der Name eines Bildes enthält keine Ordner</translation>
    </message>
    <message>
        <source>the names of the classes</source>
        <translation>die Namen der Klassen</translation>
    </message>
    <message>
        <source>the names of the columns</source>
        <translation>die Namen der Spalten</translation>
    </message>
    <message>
        <source>the names of the folders of each split say so beside the split, which may be a class, a kind of image or where files come from</source>
        <translation>die Namen der Ordner jedes Splits sagen es neben dem Split; es kann eine Klasse, eine Art von Bild oder die Herkunft der Dateien sein</translation>
    </message>
    <message>
        <source>the names of the images</source>
        <translation>die Namen der Bilder</translation>
    </message>
    <message>
        <source>the names of volumes that lie together end so</source>
        <translation>so enden die Namen von Volumina, die zusammenliegen</translation>
    </message>
    <message>
        <source>the nearest mode {}</source>
        <translation>der nearest-Modus {}</translation>
    </message>
    <message>
        <source>the number of a class was expected</source>
        <translation>die Nummer einer Klasse wurde erwartet</translation>
    </message>
    <message>
        <source>the number of faces was expected</source>
        <translation>die Zahl der Gesichter wurde erwartet</translation>
    </message>
    <message>
        <source>the numbers of 2 classes, and 255 is ignored</source>
        <translation>die Nummern von 2 Klassen, und 255 wird nicht beachtet</translation>
    </message>
    <message>
        <source>the numbers of a frame, a track, a box and more were expected</source>
        <translation>die Nummern eines Einzelbilds und einer Spur, ein Rahmen und mehr wurden erwartet</translation>
    </message>
    <message>
        <source>the numbers of the boxes</source>
        <translation>die Zahlen der Rahmen</translation>
    </message>
    <message>
        <source>the numbers of this Datum are not together</source>
        <translation>die Zahlen dieses Datum liegen nicht beieinander</translation>
    </message>
    <message>
        <source>the numbers of {} classes</source>
        <translation>die Nummern von {} Klassen</translation>
    </message>
    <message>
        <source>the numbers to be turned make no pairs</source>
        <translation>die Zahlen, die gedreht werden sollen, ergeben keine Paare</translation>
    </message>
    <message>
        <source>the order DCR</source>
        <translation>die Reihenfolge DCR</translation>
    </message>
    <message>
        <source>the order of the columns beside that of the image</source>
        <translation>die Ordnung der Spalten neben der des Bildes</translation>
    </message>
    <message>
        <source>the order of the numbers in a line</source>
        <translation>die Ordnung der Zahlen in einer Zeile</translation>
    </message>
    <message>
        <source>the order of the pixels</source>
        <translation>die Reihenfolge der Pixel</translation>
    </message>
    <message>
        <source>the order of the rows</source>
        <translation>die Reihenfolge der Zeilen</translation>
    </message>
    <message>
        <source>the other axes are equally long</source>
        <translation>die anderen Achsen sind gleich lang</translation>
    </message>
    <message>
        <source>the other axes are much longer</source>
        <translation>die anderen Achsen sind viel länger</translation>
    </message>
    <message>
        <source>the other files beside the {}</source>
        <translation>die anderen Dateien neben den Daten ({~})</translation>
    </message>
    <message>
        <source>the outlines</source>
        <translation>die Umrisse</translation>
    </message>
    <message>
        <source>the outlines of objects</source>
        <translation>die Umrisse von Objekten</translation>
    </message>
    <message>
        <source>the output is too large</source>
        <translation>die Ausgabe ist zu groß</translation>
    </message>
    <message>
        <source>the outputs differ in size</source>
        <translation>die Ausgaben unterscheiden sich in der Größe</translation>
    </message>
    <message>
        <source>the padding {}</source>
        <translation>die Auffüllung {}</translation>
    </message>
    <message>
        <source>the palettes of the masks give the same number different colours, and there is no list of colours</source>
        <translation>die Paletten der Masken geben derselben Nummer verschiedene Farben, und es gibt keine Farbliste</translation>
    </message>
    <message>
        <source>the parts are larger than the whole</source>
        <translation>die Teile sind größer als das Ganze</translation>
    </message>
    <message>
        <source>the past does not fit</source>
        <translation>die vorigen Keys oder Values passen nicht</translation>
    </message>
    <message>
        <source>the path of the image leaves its folder</source>
        <translation>der Pfad des Bildes führt aus seinem Ordner hinaus</translation>
    </message>
    <message>
        <source>the person</source>
        <translation>die Person</translation>
    </message>
    <message>
        <source>the picture of a row</source>
        <translation>das Bild einer Zeile</translation>
    </message>
    <message>
        <source>the pictures</source>
        <translation>die Bilder</translation>
    </message>
    <message>
        <source>the pixel &quot;{}&quot; is no number from 0 to 255</source>
        <translation>das Pixel „{}“ ist keine Zahl von 0 bis 255</translation>
    </message>
    <message>
        <source>the places {}</source>
        <translation>die Lage {}</translation>
    </message>
    <message>
        <source>the policy {}</source>
        <translation>die Regel {}</translation>
    </message>
    <message>
        <source>the positions of a maximum pooling</source>
        <translation>die Positionen eines Max-Poolings</translation>
    </message>
    <message>
        <source>the positions of the largest</source>
        <translation>die Positionen der größten Werte</translation>
    </message>
    <message>
        <source>the record of sample {} is that of another</source>
        <translation>der Eintrag von Beispiel {} gehört zu einem anderen</translation>
    </message>
    <message>
        <source>the reduction {}</source>
        <translation>die Reduktion {}</translation>
    </message>
    <message>
        <source>the region does not fit</source>
        <translation>die Region passt nicht</translation>
    </message>
    <message>
        <source>the result has 64 bits</source>
        <translation>das Ergebnis hat 64 Bit</translation>
    </message>
    <message>
        <source>the result has too many axes</source>
        <translation>das Ergebnis hat zu viele Achsen</translation>
    </message>
    <message>
        <source>the result is too large</source>
        <translation>das Ergebnis ist zu groß</translation>
    </message>
    <message>
        <source>the rotated boxes</source>
        <translation>die gedrehten Rahmen</translation>
    </message>
    <message>
        <source>the rows of {}</source>
        <translation>die Zeilen von {}</translation>
    </message>
    <message>
        <source>the rows that were examined; an import uses the training rows</source>
        <translation>die untersuchten Zeilen; ein Import nimmt die Trainingszeilen</translation>
    </message>
    <message>
        <source>the rows without corners</source>
        <translation>die Zeilen ohne Ecken</translation>
    </message>
    <message>
        <source>the run store</source>
        <translation>die Datenbank der Läufe</translation>
    </message>
    <message>
        <source>the same image has {} already</source>
        <translation>dasselbe Bild hat schon {}</translation>
    </message>
    <message>
        <source>the samples</source>
        <translation>die Beispiele</translation>
    </message>
    <message>
        <source>the samples of &quot;{}&quot; are no windows of a text that goes on</source>
        <translation>die Beispiele von „{}“ sind keine Fenster eines fortlaufenden Textes</translation>
    </message>
    <message>
        <source>the samples of {}</source>
        <translation>die Beispiele von {}</translation>
    </message>
    <message>
        <source>the scale of the pairs</source>
        <translation>der Maßstab der Paare</translation>
    </message>
    <message>
        <source>the scales do not fit</source>
        <translation>die Skalierungsfaktoren passen nicht</translation>
    </message>
    <message>
        <source>the shape is too large</source>
        <translation>die Form ist zu groß</translation>
    </message>
    <message>
        <source>the size does not fit</source>
        <translation>die Größe passt nicht</translation>
    </message>
    <message>
        <source>the size of its samples is impossible</source>
        <translation>die Größe der Beispiele ist unmöglich</translation>
    </message>
    <message>
        <source>the smaller copies of pages</source>
        <translation>die kleineren Kopien von Seiten</translation>
    </message>
    <message>
        <source>the source has none for validation</source>
        <translation>die Quelle hat keine zum Validieren</translation>
    </message>
    <message>
        <source>the speakers</source>
        <translation>die Sprecher</translation>
    </message>
    <message>
        <source>the split of a row</source>
        <translation>der Split einer Zeile</translation>
    </message>
    <message>
        <source>the splits</source>
        <translation>die Splits</translation>
    </message>
    <message>
        <source>the splits of the images</source>
        <translation>die Splits der Bilder</translation>
    </message>
    <message>
        <source>the splits of {}</source>
        <translation>die Teile von {}</translation>
    </message>
    <message>
        <source>the statistics do not cover every channel</source>
        <translation>die Statistik umfasst nicht jeden Kanal</translation>
    </message>
    <message>
        <source>the store's checksum is not one</source>
        <translation>die Prüfsumme der Ablage ist keine</translation>
    </message>
    <message>
        <source>the sums of an attention</source>
        <translation>die Summen einer Attention</translation>
    </message>
    <message>
        <source>the table has no column of classes</source>
        <translation>die Tabelle hat keine Spalte von Klassen</translation>
    </message>
    <message>
        <source>the table names classes of several columns</source>
        <translation>die Tabelle nennt Klassen mehrerer Spalten</translation>
    </message>
    <message>
        <source>the table names its classes</source>
        <translation>die Tabelle nennt ihre Klassen</translation>
    </message>
    <message>
        <source>the table of the test rows lacks it</source>
        <translation>in der Tabelle der Testzeilen fehlt sie</translation>
    </message>
    <message>
        <source>the table {}</source>
        <translation>die Tabelle {}</translation>
    </message>
    <message>
        <source>the tables beside it hold inputs and labels</source>
        <translation>die Tabellen daneben enthalten Eingaben und Labels</translation>
    </message>
    <message>
        <source>the tables beside the texts</source>
        <translation>die Tabellen neben den Texten</translation>
    </message>
    <message>
        <source>the tag is &quot;mask&quot;, or &quot;ignore&quot; is 1</source>
        <translation>das Stichwort ist „mask“, oder „ignore“ ist 1</translation>
    </message>
    <message>
        <source>the target of the pictures</source>
        <translation>das Ziel der Bilder</translation>
    </message>
    <message>
        <source>the target of the rows</source>
        <translation>das Ziel der Zeilen</translation>
    </message>
    <message>
        <source>the target of the texts</source>
        <translation>das Ziel der Texte</translation>
    </message>
    <message>
        <source>the targets</source>
        <translation>die Ziele</translation>
    </message>
    <message>
        <source>the targets do not fit</source>
        <translation>die Ziele passen nicht</translation>
    </message>
    <message>
        <source>the tensor</source>
        <translation>der Tensor</translation>
    </message>
    <message>
        <source>the tensor &quot;{}&quot;</source>
        <translation>der Tensor „{}“</translation>
    </message>
    <message>
        <source>the text</source>
        <translation>der Text</translation>
    </message>
    <message>
        <source>the text has become shorter</source>
        <translation>der Text ist kürzer geworden</translation>
    </message>
    <message>
        <source>the texts of the images</source>
        <translation>die Texte der Bilder</translation>
    </message>
    <message>
        <source>the third field</source>
        <translation>das dritte Feld</translation>
    </message>
    <message>
        <source>the third is often smaller than the first, or the fourth than the second</source>
        <translation>die dritte ist oft kleiner als die erste, oder die vierte als die zweite</translation>
    </message>
    <message>
        <source>the training rows</source>
        <translation>die Trainingszeilen</translation>
    </message>
    <message>
        <source>the training samples</source>
        <translation>die Trainingsbeispiele</translation>
    </message>
    <message>
        <source>the transcript</source>
        <translation>die Abschrift</translation>
    </message>
    <message>
        <source>the transcripts</source>
        <translation>die Abschriften</translation>
    </message>
    <message>
        <source>the type </source>
        <translation>der Typ </translation>
    </message>
    <message>
        <source>the type of its numbers is impossible</source>
        <translation>der Typ der Zahlen ist unmöglich</translation>
    </message>
    <message>
        <source>the types differ in size</source>
        <translation>die Typen haben verschiedene Größen</translation>
    </message>
    <message>
        <source>the update does not fit</source>
        <translation>die Aktualisierung passt nicht</translation>
    </message>
    <message>
        <source>the update_rule {}</source>
        <translation>die update_rule {}</translation>
    </message>
    <message>
        <source>the updates do not fit</source>
        <translation>die Aktualisierungen passen nicht</translation>
    </message>
    <message>
        <source>the value &quot;{}&quot;, which only training knows</source>
        <translation>der Wert „{}“, den nur das Training kennt</translation>
    </message>
    <message>
        <source>the value of an attribute is not in quotes</source>
        <translation>der Wert eines Attributs steht nicht in Anführungszeichen</translation>
    </message>
    <message>
        <source>the values of &quot;{}&quot; do not end</source>
        <translation>die Werte von „{}“ enden nicht</translation>
    </message>
    <message>
        <source>the values of the data set ({}{})</source>
        <translation>die Werte des Datensatzes ({}{})</translation>
    </message>
    <message>
        <source>the values of the masks</source>
        <translation>die Werte der Masken</translation>
    </message>
    <message>
        <source>the volume has become shorter</source>
        <translation>das Volumen ist kürzer geworden</translation>
    </message>
    <message>
        <source>the volume is {}, and its mask {}</source>
        <translation>das Volumen ist {} und die Maske {}</translation>
    </message>
    <message>
        <source>the volume would be {}, which is too large</source>
        <translation>das Volumen wäre {}, was zu groß ist</translation>
    </message>
    <message>
        <source>the whole number {} is too large</source>
        <translation>die ganze Zahl {} ist zu groß</translation>
    </message>
    <message>
        <source>the whole person, hidden parts too (fbox)</source>
        <translation>die ganze Person, auch verdeckte Teile (fbox)</translation>
    </message>
    <message>
        <source>the windows of the text</source>
        <translation>die Fenster des Textes</translation>
    </message>
    <message>
        <source>the word &quot;{}&quot; is in no row below</source>
        <translation>das Wort „{}“ steht in keiner Zeile darunter</translation>
    </message>
    <message>
        <source>the word in the name of its file ({}, {})</source>
        <translation>das Wort im Namen ihrer Datei ({}, {})</translation>
    </message>
    <message>
        <source>the words in the names of &quot;{}&quot; tell the class, so that these may have been written when it was known</source>
        <translation>die Wörter in den Namen von „{}“ verraten die Klasse, also können diese geschrieben sein, als sie bekannt war</translation>
    </message>
    <message>
        <source>the {} are named in {} by the beginnings of their names, in a form that is not known here</source>
        <translation>die {~} sind in {} mit den Anfängen ihrer Namen genannt, in einer Form, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the {} are named in {}, in a form that is not known here</source>
        <translation>die {~} sind in {} genannt, in einer Form, die hier nicht bekannt ist</translation>
    </message>
    <message>
        <source>the {} classes of the list of colours</source>
        <translation>die {} Klassen der Farbliste</translation>
    </message>
    <message>
        <source>the {} depends on the number of samples</source>
        <translation>„{}“ hängt von der Zahl der Beispiele ab</translation>
    </message>
    <message>
        <source>the {} folders of the images</source>
        <translation>die {} Ordner der Bilder</translation>
    </message>
    <message>
        <source>the {} folders of the {}</source>
        <translation>die {1} Ordner der {2~}</translation>
    </message>
    <message>
        <source>the {} images of each number</source>
        <translation>die {} Bilder jeder Nummer</translation>
    </message>
    <message>
        <source>the {} of an image file</source>
        <translation>die {} einer Bilddatei</translation>
    </message>
    <message>
        <source>the {} of one name</source>
        <translation>die {1~} eines Namens</translation>
    </message>
    <message>
        <source>the {} of {} with the most pixels; the rest is &quot;other&quot;</source>
        <translation>die {} von {} mit den meisten Pixeln; der Rest ist „other“</translation>
    </message>
    <message>
        <source>their authors say that they are not to be counted</source>
        <translation>ihren Autoren zufolge sollen sie nicht mitgezählt werden</translation>
    </message>
    <message>
        <source>their corners are empty</source>
        <translation>ihre Ecken sind leer</translation>
    </message>
    <message>
        <source>their files have the same names, though they may as well be two classes</source>
        <translation>die Dateien darin haben dieselben Namen, doch können es ebenso gut zwei Klassen sein</translation>
    </message>
    <message>
        <source>their files have the same numbers or beginnings, though they may as well be two classes</source>
        <translation>ihre Dateien haben die gleichen Nummern oder Anfänge, sie können aber auch zwei Klassen sein</translation>
    </message>
    <message>
        <source>their lines name files of these folders, with 1 for training and 2 for testing</source>
        <translation>die Zeilen nennen Dateien dieser Ordner, mit 1 für Training und 2 für Test</translation>
    </message>
    <message>
        <source>their lines name the files</source>
        <translation>die Zeilen nennen die Dateien</translation>
    </message>
    <message>
        <source>their lines name the images or the folders of the images</source>
        <translation>ihre Zeilen nennen die Bilder oder die Ordner der Bilder</translation>
    </message>
    <message>
        <source>their lines name {}</source>
        <translation>ihre Zeilen nennen {}</translation>
    </message>
    <message>
        <source>their names are not those of inputs or targets, or they cannot be read</source>
        <translation>ihre Namen sind weder die von Eingaben noch die von Zielen, oder sie lassen sich nicht lesen</translation>
    </message>
    <message>
        <source>their names are those of images and of what belongs to them, so that they may be pairs</source>
        <translation>ihre Namen sind die von Bildern und von dem, was zu ihnen gehört, so dass es Paare sein können</translation>
    </message>
    <message>
        <source>their names begin with its number, as in GTSRB, and they are nearly equal</source>
        <translation>die Namen beginnen mit der Nummer des Schildes, wie bei GTSRB, und die Bilder sind fast gleich</translation>
    </message>
    <message>
        <source>their names count anew in each of {} folders, as frames of a film do{}</source>
        <translation>ihre Namen zählen in jedem von {} Ordnern neu, wie die Einzelbilder eines Films{}</translation>
    </message>
    <message>
        <source>their names differ in numbers alone</source>
        <translation>die Namen unterscheiden sich nur in Zahlen</translation>
    </message>
    <message>
        <source>their names join each of {} words with each of {} others, such as people with what they do, so that a part may be the class</source>
        <translation>ihre Namen verbinden jedes von {} Wörtern mit jedem von {} anderen, etwa Personen mit dem, was sie tun, sodass ein Teil die Klasse sein kann</translation>
    </message>
    <message>
        <source>their names number each {}, which is hardly ever what is to be told apart</source>
        <translation>die Namen nummerieren jedes Exemplar von „{}“, was kaum je unterschieden werden soll</translation>
    </message>
    <message>
        <source>their names only count, and what is in each is called alike, such as {}, so that they may be films or scenes</source>
        <translation>ihre Namen zählen nur, und was darin liegt, heißt überall gleich, etwa {}, sodass sie Filme oder Szenen sein können</translation>
    </message>
    <message>
        <source>their names say that they are the two texts of a pair</source>
        <translation>die Namen sagen, dass es die beiden Texte eines Paares sind</translation>
    </message>
    <message>
        <source>their rows are pictures of one shape, and their names say nothing else</source>
        <translation>ihre Zeilen sind Bilder einer Form, und ihre Namen sagen nichts anderes</translation>
    </message>
    <message>
        <source>their rows have one shape, though they may also be several inputs, or a sample each</source>
        <translation>ihre Zeilen haben eine Form, obwohl sie auch mehrere Eingaben oder je ein Beispiel sein können</translation>
    </message>
    <message>
        <source>then</source>
        <translation>dann</translation>
    </message>
    <message>
        <source>there are as many targets</source>
        <translation>es gibt ebenso viele Ziele</translation>
    </message>
    <message>
        <source>there are more than 100,000 symbols</source>
        <translation>es gibt mehr als 100.000 Symbole</translation>
    </message>
    <message>
        <source>there are more than {} classes</source>
        <translation>es gibt mehr als {} Klassen</translation>
    </message>
    <message>
        <source>there are no axes after the channels</source>
        <translation>nach den Kanälen kommen keine Achsen</translation>
    </message>
    <message>
        <source>there are no channels</source>
        <translation>es gibt keine Kanäle</translation>
    </message>
    <message>
        <source>there are no classes</source>
        <translation>es gibt keine Klassen</translation>
    </message>
    <message>
        <source>there are several files, and each has a label for every value</source>
        <translation>es gibt mehrere Dateien, und jede hat ein Label für jeden Wert</translation>
    </message>
    <message>
        <source>there are the attributes {}</source>
        <translation>es gibt die Attribute {}</translation>
    </message>
    <message>
        <source>there are too many classes</source>
        <translation>es gibt zu viele Klassen</translation>
    </message>
    <message>
        <source>there are too many elements</source>
        <translation>es gibt zu viele Elemente</translation>
    </message>
    <message>
        <source>there are too many layers</source>
        <translation>es gibt zu viele Schichten</translation>
    </message>
    <message>
        <source>there are too many pairs of queries and keys</source>
        <translation>es gibt zu viele Paare von Queries und Keys</translation>
    </message>
    <message>
        <source>there are {} and {}</source>
        <translation>es gibt {} und {}</translation>
    </message>
    <message>
        <source>there are {} in the form of LabelMe</source>
        <translation>es gibt {} in der Form von LabelMe</translation>
    </message>
    <message>
        <source>there are {}, and those of {} come first</source>
        <translation>es gibt {}, und die von {} kommen zuerst</translation>
    </message>
    <message>
        <source>there is also &quot;{}&quot;, which is named like no split</source>
        <translation>daneben liegt auch &quot;{}&quot;, was nicht wie ein Split heißt</translation>
    </message>
    <message>
        <source>there is no array of its inputs</source>
        <translation>es gibt kein Array mit den Eingaben dazu</translation>
    </message>
    <message>
        <source>there is no array of its targets, and others have one</source>
        <translation>es gibt kein Array mit den Zielen dazu, und andere haben eines</translation>
    </message>
    <message>
        <source>there is no axis {} in a value of {} axes</source>
        <translation>es gibt keine Achse {} in einem Wert mit {} Achsen</translation>
    </message>
    <message>
        <source>there is no class named &quot;{}&quot;</source>
        <translation>es gibt keine Klasse namens „{}“</translation>
    </message>
    <message>
        <source>there is no class {}</source>
        <translation>es gibt keine Klasse {}</translation>
    </message>
    <message>
        <source>there is no data for it</source>
        <translation>es gibt keine Daten dafür</translation>
    </message>
    <message>
        <source>there is no element</source>
        <translation>es gibt kein Element</translation>
    </message>
    <message>
        <source>there is no file {}</source>
        <translation>es gibt keine Datei {}</translation>
    </message>
    <message>
        <source>there is no image of frame {}</source>
        <translation>es gibt kein Bild zu Frame {}</translation>
    </message>
    <message>
        <source>there is no image of this name</source>
        <translation>es gibt kein Bild dieses Namens</translation>
    </message>
    <message>
        <source>there is no image that belongs to it</source>
        <translation>es gibt kein Bild, das dazu gehört</translation>
    </message>
    <message>
        <source>there is no image {}</source>
        <translation>es gibt kein Bild {}</translation>
    </message>
    <message>
        <source>there is no kernel for this op</source>
        <translation>für diese Operation gibt es keinen Kernel</translation>
    </message>
    <message>
        <source>there is no list of colours</source>
        <translation>es gibt keine Liste von Farben</translation>
    </message>
    <message>
        <source>there is no mask that belongs to it</source>
        <translation>es gibt keine zugehörige Maske</translation>
    </message>
    <message>
        <source>there is no picture {}</source>
        <translation>es gibt kein Bild {}</translation>
    </message>
    <message>
        <source>there is no such axis</source>
        <translation>eine solche Achse gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such operator</source>
        <translation>einen solchen Operator gibt es nicht</translation>
    </message>
    <message>
        <source>there is no such task</source>
        <translation>eine solche Aufgabe gibt es nicht</translation>
    </message>
    <message>
        <source>there is no transform named {}</source>
        <translation>es gibt keine Transformation namens {}</translation>
    </message>
    <message>
        <source>there is no volume &quot;{}&quot; beside it</source>
        <translation>daneben liegt kein Volumen „{}“</translation>
    </message>
    <message>
        <source>there is no {} in {}</source>
        <translation>in {2} fehlt {1}</translation>
    </message>
    <message>
        <source>there is not enough memory to read it</source>
        <translation>der Speicher reicht nicht, um die Datei zu lesen</translation>
    </message>
    <message>
        <source>there is not enough memory to unpack it</source>
        <translation>der Speicher reicht zum Auspacken nicht</translation>
    </message>
    <message>
        <source>there is nothing of this name that belongs to it</source>
        <translation>nichts dieses Namens gehört dazu</translation>
    </message>
    <message>
        <source>there is nothing to scan</source>
        <translation>es gibt nichts zu durchlaufen</translation>
    </message>
    <message>
        <source>there is one for every value of the inputs</source>
        <translation>zu jedem Wert der Eingaben gibt es eines</translation>
    </message>
    <message>
        <source>these columns hold words that hardly ever repeat</source>
        <translation>diese Spalten enthalten Wörter, die sich kaum je wiederholen</translation>
    </message>
    <message>
        <source>these lists are known</source>
        <translation>diese Listen sind bekannt</translation>
    </message>
    <message>
        <source>these options.</source>
        <translation>diesen Optionen.</translation>
    </message>
    <message>
        <source>they are as many as those of a picture</source>
        <translation>es sind so viele wie in einem Foto</translation>
    </message>
    <message>
        <source>they are equally long, as those of a volume without channels</source>
        <translation>sie sind gleich lang, wie die eines Volumens ohne Kanäle</translation>
    </message>
    <message>
        <source>they are only 0 and 255, and {} classes are named</source>
        <translation>es sind nur 0 und 255, und {} Klassen sind benannt</translation>
    </message>
    <message>
        <source>they are short and all different (&quot;{}&quot;), as those of captchas and number plates are that say what is written</source>
        <translation>sie sind kurz und alle verschieden („{}“), wie die von Captchas und Nummernschildern, die sagen, was geschrieben steht</translation>
    </message>
    <message>
        <source>they are sorted by &quot;{}&quot;, so that a column that counts them would give the class away</source>
        <translation>sie sind nach „{}“ sortiert, sodass eine Spalte, die sie zählt, die Klasse verraten würde</translation>
    </message>
    <message>
        <source>they are the first of several ways to divide the images, as in DTD</source>
        <translation>es ist die erste von mehreren Aufteilungen der Bilder, wie bei DTD</translation>
    </message>
    <message>
        <source>they are whole numbers with very many values</source>
        <translation>es sind ganze Zahlen mit sehr vielen Werten</translation>
    </message>
    <message>
        <source>they are {} columns of whole numbers from 0 to 255{}</source>
        <translation>es sind {} Spalten mit ganzen Zahlen von 0 bis 255{}</translation>
    </message>
    <message>
        <source>they are {} whole numbers from 0 to 255</source>
        <translation>es sind {} ganze Zahlen von 0 bis 255</translation>
    </message>
    <message>
        <source>they go up to {}</source>
        <translation>sie gehen bis {}</translation>
    </message>
    <message>
        <source>they have fractions</source>
        <translation>es sind gebrochene Zahlen darunter</translation>
    </message>
    <message>
        <source>they have no box</source>
        <translation>sie haben keinen Rahmen</translation>
    </message>
    <message>
        <source>they have no gaps, and end at {} numbers up to {}, so that they may number the objects of each image</source>
        <translation>sie haben keine Lücken und enden bei {} Zahlen bis {}, sodass sie vielleicht die Objekte jedes Bildes nummerieren</translation>
    </message>
    <message>
        <source>they have only {} whole values</source>
        <translation>es sind nur {} ganzzahlige Werte</translation>
    </message>
    <message>
        <source>they hold these values alone, which lie evenly apart</source>
        <translation>sie enthalten nur diese Werte, die in gleichen Abständen liegen</translation>
    </message>
    <message>
        <source>they hold {}</source>
        <translation>sie enthalten {}</translation>
    </message>
    <message>
        <source>they lie in SegmentationClass, as there, but are called otherwise, such as {}</source>
        <translation>sie liegen in SegmentationClass, wie dort, heißen aber anders, etwa {}</translation>
    </message>
    <message>
        <source>they were grey values from 0 to 255, and are other numbers</source>
        <translation>es waren Grauwerte von 0 bis 255 und sind jetzt andere Zahlen</translation>
    </message>
    <message>
        <source>they were numbers, and are grey values from 0 to 255</source>
        <translation>es waren Zahlen und sind jetzt Grauwerte von 0 bis 255</translation>
    </message>
    <message>
        <source>this Datum holds no data</source>
        <translation>dieses Datum enthält keine Daten</translation>
    </message>
    <message>
        <source>this Datum is larger than 256 MiB</source>
        <translation>dieses Datum ist größer als 256 MiB</translation>
    </message>
    <message>
        <source>this Datum says it is {}×{}×{} and holds {} values</source>
        <translation>dieses Datum gibt {}×{}×{} an und enthält {} Werte</translation>
    </message>
    <message>
        <source>this box has no area</source>
        <translation>dieser Rahmen hat keine Fläche</translation>
    </message>
    <message>
        <source>this box lies outside of its image</source>
        <translation>dieser Rahmen liegt außerhalb seines Bildes</translation>
    </message>
    <message>
        <source>this build of Fovea reads no YAML: it was made without yaml-cpp</source>
        <translation>dieser Build von Fovea liest kein YAML: er entstand ohne yaml-cpp</translation>
    </message>
    <message>
        <source>this column holds the longest of several texts</source>
        <translation>diese Spalte enthält die längsten von mehreren Texten</translation>
    </message>
    <message>
        <source>this column holds words that hardly ever repeat</source>
        <translation>diese Spalte enthält Wörter, die sich kaum je wiederholen</translation>
    </message>
    <message>
        <source>this folder is a link to one that contains it</source>
        <translation>dieser Ordner ist ein Verweis auf einen, der ihn enthält</translation>
    </message>
    <message>
        <source>this folder lies {} folders deep</source>
        <translation>dieser Ordner liegt {} Ordner tief</translation>
    </message>
    <message>
        <source>this image has {} annotations; one of them is taken</source>
        <translation>dieses Bild hat {} Annotationen; eine davon wird verwendet</translation>
    </message>
    <message>
        <source>this image has {} annotations; the first is taken</source>
        <translation>dieses Bild hat {} Annotationen; die erste wird verwendet</translation>
    </message>
    <message>
        <source>this importer.</source>
        <translation>diesem Importer.</translation>
    </message>
    <message>
        <source>this is no annotation of LabelMe</source>
        <translation>das ist keine Annotation von LabelMe</translation>
    </message>
    <message>
        <source>this is no annotation of Pascal VOC</source>
        <translation>das ist keine Annotation von Pascal VOC</translation>
    </message>
    <message>
        <source>this is no message of the kind &quot;Datum&quot; (byte {} of {})</source>
        <translation>das ist keine Nachricht der Art „Datum“ (Byte {} von {})</translation>
    </message>
    <message>
        <source>this line names no image, or holds more than a million boxes</source>
        <translation>diese Zeile nennt kein Bild oder enthält mehr als eine Million Rahmen</translation>
    </message>
    <message>
        <source>this object has no bndbox</source>
        <translation>dieses Objekt hat kein bndbox</translation>
    </message>
    <message>
        <source>this object has no name, or its corners are no numbers</source>
        <translation>dieses Objekt hat keinen Namen, oder seine Ecken sind keine Zahlen</translation>
    </message>
    <message>
        <source>this shape has no label, or its corners are no numbers</source>
        <translation>diese Form hat kein Label, oder ihre Ecken sind keine Zahlen</translation>
    </message>
    <message>
        <source>this shape says no frame</source>
        <translation>diese Form nennt keinen Frame</translation>
    </message>
    <message>
        <source>this tag has no label</source>
        <translation>dieses Tag hat kein Label</translation>
    </message>
    <message>
        <source>this video cannot be read: {}</source>
        <translation>dieses Video lässt sich nicht lesen: {}</translation>
    </message>
    <message>
        <source>this video has more than a million frames</source>
        <translation>dieses Video hat mehr als eine Million Frames</translation>
    </message>
    <message>
        <source>those are not beside it as images</source>
        <translation>diese liegen nicht als Bilder daneben</translation>
    </message>
    <message>
        <source>those in &quot;{}&quot;</source>
        <translation>die in „{}“</translation>
    </message>
    <message>
        <source>those in files beside the samples</source>
        <translation>die in Dateien neben den Beispielen</translation>
    </message>
    <message>
        <source>those of names whose number is {} or less test</source>
        <translation>Dateien mit einer Nummer bis {} im Namen dienen dem Test</translation>
    </message>
    <message>
        <source>those of the folders</source>
        <translation>die der Ordner</translation>
    </message>
    <message>
        <source>those of the folders and names</source>
        <translation>die der Ordner und Namen</translation>
    </message>
    <message>
        <source>those of the folders and names; the other files are not read</source>
        <translation>die der Ordner und Namen; die anderen Dateien werden nicht gelesen</translation>
    </message>
    <message>
        <source>those of the folders and names; the texts are not read</source>
        <translation>die der Ordner und Namen; die Texte werden nicht gelesen</translation>
    </message>
    <message>
        <source>those of {}</source>
        <translation>die aus {}</translation>
    </message>
    <message>
        <source>those of {} ({}, …)</source>
        <translation>die von {} ({}, …)</translation>
    </message>
    <message>
        <source>those of {}, a sample for each row</source>
        <translation>die aus {}, ein Beispiel je Zeile</translation>
    </message>
    <message>
        <source>threads of each rank</source>
        <translation>Threads je Rang</translation>
    </message>
    <message>
        <source>too many positions</source>
        <translation>zu viele Positionen</translation>
    </message>
    <message>
        <source>too many updates of one place</source>
        <translation>zu viele Aktualisierungen einer Stelle</translation>
    </message>
    <message>
        <source>traffic light</source>
        <translation>traffic light</translation>
    </message>
    <message>
        <source>traffic sign</source>
        <translation>traffic sign</translation>
    </message>
    <message>
        <source>training and validation</source>
        <translation>Training und Validierung</translation>
    </message>
    <message>
        <source>training, which is random</source>
        <translation>Training, das zufällig ist</translation>
    </message>
    <message>
        <source>transcript</source>
        <translation>Abschrift</translation>
    </message>
    <message>
        <source>transcripts</source>
        <translation>Abschriften</translation>
    </message>
    <message>
        <source>transform {}, {}</source>
        <translation>Transformation {}, {}</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>turned upright: rows and columns are swapped</source>
        <translation>aufrecht gestellt: Zeilen und Spalten werden vertauscht</translation>
    </message>
    <message>
        <source>two different activations</source>
        <translation>zwei verschiedene Aktivierungen</translation>
    </message>
    <message>
        <source>two extents depend on the batch</source>
        <translation>zwei Ausdehnungen hängen vom Batch ab</translation>
    </message>
    <message>
        <source>two images have the id {}; objects go to the first</source>
        <translation>zwei Bilder haben die ID {}; Objekte gehen an das erste</translation>
    </message>
    <message>
        <source>two of its runs are one</source>
        <translation>zwei ihrer Läufe sind derselbe</translation>
    </message>
    <message>
        <source>two parts have the same name</source>
        <translation>zwei Teile haben denselben Namen</translation>
    </message>
    <message>
        <source>two parts: {}, and {} of {} different ones</source>
        <translation>zwei Teile: {} und {} aus {} verschiedenen</translation>
    </message>
    <message>
        <source>type {} instead of {}</source>
        <translation>Typ {} statt {}</translation>
    </message>
    <message>
        <source>unsigned char</source>
        <translation>unsigned char</translation>
    </message>
    <message>
        <source>unsigned long long</source>
        <translation>unsigned long long</translation>
    </message>
    <message>
        <source>unsigned short</source>
        <translation>unsigned short</translation>
    </message>
    <message>
        <source>unsupported loops: they have too many steps to be written out</source>
        <translation>Schleifen werden nicht unterstützt: Sie haben zu viele Schritte, um ausgeschrieben zu werden</translation>
    </message>
    <message>
        <source>unsupported model: it becomes {} layers with {} edges, which is more than a network can have</source>
        <translation>Das Modell wird nicht unterstützt: Daraus werden {} Schichten mit {} Kanten, mehr als ein Netz haben kann</translation>
    </message>
    <message>
        <source>unsupported model: it has no inputs</source>
        <translation>Das Modell wird nicht unterstützt: Es hat keine Eingaben</translation>
    </message>
    <message>
        <source>unsupported model: it has no outputs</source>
        <translation>Das Modell wird nicht unterstützt: Es hat keine Ausgaben</translation>
    </message>
    <message>
        <source>unsupported model: its input is too large</source>
        <translation>Das Modell wird nicht unterstützt: Die Eingabe ist zu groß</translation>
    </message>
    <message>
        <source>unsupported model: its input {} has no fixed shape, so it cannot be one value</source>
        <translation>Das Modell wird nicht unterstützt: Die Eingabe {} hat keine feste Form und kann daher nicht ein einzelner Wert sein</translation>
    </message>
    <message>
        <source>unsupported model: its inputs {} and {} are not of the same number of samples</source>
        <translation>Das Modell wird nicht unterstützt: Die Eingaben {} und {} haben nicht gleich viele Beispiele</translation>
    </message>
    <message>
        <source>unsupported model: its input{} is no batch of values of a known shape</source>
        <translation>Das Modell wird nicht unterstützt: Die Eingabe{} ist kein Batch von Werten bekannter Form</translation>
    </message>
    <message>
        <source>unsupported model: its output is the same however many samples it is given</source>
        <translation>Das Modell wird nicht unterstützt: Die Ausgabe ist dieselbe, gleich wie viele Beispiele hineingehen</translation>
    </message>
    <message>
        <source>unsupported model: nothing produces its output &quot;{}&quot;</source>
        <translation>Das Modell wird nicht unterstützt: Nichts erzeugt die Ausgabe „{}“</translation>
    </message>
    <message>
        <source>unsupported op {}{}</source>
        <translation>Operation {}{} wird nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported subgraph: nothing produces &quot;{}&quot;</source>
        <translation>Teilgraph wird nicht unterstützt: Nichts erzeugt „{}“</translation>
    </message>
    <message>
        <source>unsupported type for EyeLike</source>
        <translation>Typ wird für EyeLike nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type for MelWeightMatrix</source>
        <translation>Typ wird für MelWeightMatrix nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type for a window</source>
        <translation>Typ wird für ein Fenster nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type sequence of output &quot;{}&quot;</source>
        <translation>Typ sequence der Ausgabe „{}“ wird nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type {} for Cast</source>
        <translation>Typ {} wird für Cast nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type {} of input &quot;{}&quot;</source>
        <translation>Typ {} der Eingabe „{}“ wird nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type {} of the input</source>
        <translation>Typ {} der Eingabe wird nicht unterstützt</translation>
    </message>
    <message>
        <source>unsupported type {} of {} &quot;{}&quot;</source>
        <translation>Typ {} wird nicht unterstützt: {} „{}“</translation>
    </message>
    <message>
        <source>unsupported {}: a sequence instead of a tensor</source>
        <translation>{} wird nicht unterstützt: eine Sequenz statt eines Tensors</translation>
    </message>
    <message>
        <source>unsupported {}: its output has too many numbers</source>
        <translation>{} wird nicht unterstützt: Die Ausgabe hat zu viele Zahlen</translation>
    </message>
    <message>
        <source>unsupported {}: its output {} is not computed</source>
        <translation>{} wird nicht unterstützt: Die Ausgabe {} wird nicht berechnet</translation>
    </message>
    <message>
        <source>unsupported {}: nothing produces &quot;{}&quot;</source>
        <translation>{} wird nicht unterstützt: Nichts erzeugt „{}“</translation>
    </message>
    <message>
        <source>unsupported {}: {}</source>
        <translation>{} wird nicht unterstützt: {}</translation>
    </message>
    <message>
        <source>upper left corner x</source>
        <translation>upper left corner x</translation>
    </message>
    <message>
        <source>upper left corner y</source>
        <translation>upper left corner y</translation>
    </message>
    <message>
        <source>upright boxes around them</source>
        <translation>aufrechte Rahmen um sie herum</translation>
    </message>
    <message>
        <source>used, although it tells the class</source>
        <translation>verwendet, obwohl sie die Klasse verrät</translation>
    </message>
    <message>
        <source>validation: {}; test: {}; all others train</source>
        <translation>Validierung: {}; Test: {}; alle anderen trainieren</translation>
    </message>
    <message>
        <source>value that is not a tensor</source>
        <translation>Wert, der kein Tensor ist</translation>
    </message>
    <message>
        <source>value: text stands in quotes</source>
        <translation>Wert: Text steht in Anführungszeichen</translation>
    </message>
    <message>
        <source>values of different shapes</source>
        <translation>Werte verschiedener Formen</translation>
    </message>
    <message>
        <source>values of {} axes</source>
        <translation>Werte mit {} Achsen</translation>
    </message>
    <message>
        <source>values that are not images</source>
        <translation>Werte, die keine Bilder sind</translation>
    </message>
    <message>
        <source>values that are not matrices</source>
        <translation>Werte, die keine Matrizen sind</translation>
    </message>
    <message>
        <source>values that are not pairs or single numbers</source>
        <translation>Werte, die weder Paare noch einzelne Zahlen sind</translation>
    </message>
    <message>
        <source>values that are not sequences</source>
        <translation>Werte, die keine Sequenzen sind</translation>
    </message>
    <message>
        <source>values without heads</source>
        <translation>Werte ohne Köpfe</translation>
    </message>
    <message>
        <source>values without sequences</source>
        <translation>Werte ohne Sequenzen</translation>
    </message>
    <message>
        <source>vehicle without motor</source>
        <translation>vehicle without motor</translation>
    </message>
    <message>
        <source>video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>video file</source>
        <translation>Videodatei</translation>
    </message>
    <message>
        <source>videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>volume</source>
        <translation>Volumen</translation>
    </message>
    <message>
        <source>volumes</source>
        <translation>Volumina</translation>
    </message>
    <message>
        <source>volumes with numbers in them</source>
        <translation>Volumina mit Zahlen darin</translation>
    </message>
    <message>
        <source>was changed: it has {} bytes instead of {}</source>
        <translation>wurde verändert: {} Bytes statt {}</translation>
    </message>
    <message>
        <source>was {}</source>
        <translation>hieß vorher {}</translation>
    </message>
    <message>
        <source>weight and input have different numbers of axes</source>
        <translation>Gewicht und Eingang haben verschieden viele Achsen</translation>
    </message>
    <message>
        <source>weights that are computed</source>
        <translation>Gewichte, die berechnet werden</translation>
    </message>
    <message>
        <source>what belongs to {} is no list of boxes</source>
        <translation>was zu {} gehört, ist keine Liste von Rahmen</translation>
    </message>
    <message>
        <source>what fills the gaps</source>
        <translation>was die Lücken füllt</translation>
    </message>
    <message>
        <source>what is beside the sounds</source>
        <translation>was neben den Tonaufnahmen liegt</translation>
    </message>
    <message>
        <source>what is computed depends on the number of samples</source>
        <translation>was berechnet wird, hängt von der Zahl der Beispiele ab</translation>
    </message>
    <message>
        <source>what is marked not to count</source>
        <translation>was nicht zählen soll</translation>
    </message>
    <message>
        <source>what is said of the {} agrees with them: {}</source>
        <translation>was über die {~} gesagt wird, stimmt damit überein: {}</translation>
    </message>
    <message>
        <source>what is taken of the annotations</source>
        <translation>was von den Annotationen verwendet wird</translation>
    </message>
    <message>
        <source>what is taken of the shapes</source>
        <translation>was von den Formen genommen wird</translation>
    </message>
    <message>
        <source>what is there is a title, and has not as many fields as the lines below</source>
        <translation>dort steht ein Titel, der nicht so viele Felder hat wie die Zeilen darunter</translation>
    </message>
    <message>
        <source>what is visible of the person (vbox)</source>
        <translation>was von der Person zu sehen ist (vbox)</translation>
    </message>
    <message>
        <source>what is written in them</source>
        <translation>was darin geschrieben steht</translation>
    </message>
    <message>
        <source>what lies beside the tables</source>
        <translation>was neben den Tabellen liegt</translation>
    </message>
    <message>
        <source>what stands before the number in its name ({})</source>
        <translation>was im Namen vor der Nummer steht ({})</translation>
    </message>
    <message>
        <source>what the annotations say</source>
        <translation>was die Annotationen angeben</translation>
    </message>
    <message>
        <source>when its weights were changed</source>
        <translation>beim Ändern der Gewichte</translation>
    </message>
    <message>
        <source>which hold two times and a class a line, and Fovea has no task that finds when sounds occur</source>
        <translation>die je Zeile zwei Zeiten und eine Klasse enthalten, und Fovea hat keine Aufgabe, die findet, wann Geräusche auftreten</translation>
    </message>
    <message>
        <source>who is on it</source>
        <translation>wer darauf zu sehen ist</translation>
    </message>
    <message>
        <source>whole numbers</source>
        <translation>ganze Zahlen</translation>
    </message>
    <message>
        <source>whole numbers beyond 24 bits</source>
        <translation>ganze Zahlen jenseits von 24 Bit</translation>
    </message>
    <message>
        <source>whole numbers of more than 53 bits</source>
        <translation>ganze Zahlen von mehr als 53 Bit</translation>
    </message>
    <message>
        <source>window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>windows</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>windows overlap, and these begin in one part of the text and end in the next, which may be in another split</source>
        <translation>Fenster überlappen sich, und diese beginnen in einem Teil des Textes und enden im nächsten, der in einem anderen Split liegen kann</translation>
    </message>
    <message>
        <source>windows with gaps</source>
        <translation>Fenster mit Lücken</translation>
    </message>
    <message>
        <source>with batches of {} each of the {} windows of &quot;{}&quot; is the first of its row</source>
        <translation>bei Batches von {1} ist jedes der {2} Fenster von „{3}“ das erste seiner Reihe</translation>
    </message>
    <message>
        <source>with {}</source>
        <translation>mit {}</translation>
    </message>
    <message>
        <source>without {}</source>
        <translation>ohne {}</translation>
    </message>
    <message>
        <source>x y x y x y x y class text</source>
        <translation>x y x y x y x y class text</translation>
    </message>
    <message>
        <source>{} % of them are nearly so</source>
        <translation>{} % davon sind nahezu so</translation>
    </message>
    <message>
        <source>{} ({}) at step {}</source>
        <translation>{} ({}) bei Schritt {}</translation>
    </message>
    <message>
        <source>{} ({}): kept as a placeholder: {}</source>
        <translation>{} ({}): als Platzhalter behalten: {}</translation>
    </message>
    <message>
        <source>{} Source: Cho et al. 2014; gates as in PyTorch.</source>
        <translation>{} Quelle: Cho et al. 2014; Gates wie in PyTorch.</translation>
    </message>
    <message>
        <source>{} Source: Hochreiter and Schmidhuber 1997; gates as in PyTorch.</source>
        <translation>{} Quelle: Hochreiter und Schmidhuber 1997; Gates wie in PyTorch.</translation>
    </message>
    <message>
        <source>{} The activation is tanh. Source: Elman 1990.</source>
        <translation>{} Die Aktivierung ist Tanh. Quelle: Elman 1990.</translation>
    </message>
    <message>
        <source>{} To train on its characters all the same, choose the kind &quot;text&quot;.</source>
        <translation>{} Um trotzdem mit den Zeichen zu trainieren, die Art „text“ wählen.</translation>
    </message>
    <message>
        <source>{} To train on the characters all the same, choose the kind &quot;text&quot;.</source>
        <translation>{} Um dennoch mit den Zeichen zu trainieren, die Art „text“ wählen.</translation>
    </message>
    <message>
        <source>{} a row, of {} different ones</source>
        <translation>{} je Zeile, aus {} verschiedenen</translation>
    </message>
    <message>
        <source>{} a sound that an earlier row names with another class, as rows for events in a sound do</source>
        <translation>{} eine Tonaufnahme, die eine frühere Zeile mit einer anderen Klasse nennt, wie es Zeilen für Ereignisse darin tun</translation>
    </message>
    <message>
        <source>{} and {}</source>
        <translation>{} und {}</translation>
    </message>
    <message>
        <source>{} and {} agree: the largest difference is {} of a layer's length, and roundings explain it.</source>
        <translation>{} und {} stimmen überein: Der größte Unterschied ist {} der Länge einer Schicht, und Rundungen erklären ihn.</translation>
    </message>
    <message>
        <source>{} and {} are called alike but for it</source>
        <translation>{} und {} heißen bis darauf gleich</translation>
    </message>
    <message>
        <source>{} and {} do not stand on the same sheet.</source>
        <translation>{} und {} stehen nicht auf demselben Blatt.</translation>
    </message>
    <message>
        <source>{} and {} have {} each, so that these may belong together, or be of a class each.</source>
        <translation>{} und {} haben je {}, also können diese zusammengehören oder von je einer Klasse sein.</translation>
    </message>
    <message>
        <source>{} and {} name different classes: class {} is &quot;{}&quot; in the one and &quot;{}&quot; in the other.</source>
        <translation>{} und {} nennen verschiedene Klassen: Klasse {} ist „{}“ in der einen und „{}“ in der anderen.</translation>
    </message>
    <message>
        <source>{} and {} name different classes: {} in the one and {} in the other.</source>
        <translation>{} und {} nennen verschiedene Klassen: {} in der einen und {} in der anderen.</translation>
    </message>
    <message>
        <source>{} are left out</source>
        <translation>{} werden ausgelassen</translation>
    </message>
    <message>
        <source>{} are of no form that is known here: {}</source>
        <translation>{} haben keine Form, die hier bekannt ist: {}</translation>
    </message>
    <message>
        <source>{} as {}</source>
        <translation>{} als {}</translation>
    </message>
    <message>
        <source>{} at step {}</source>
        <translation>{} bei Schritt {}</translation>
    </message>
    <message>
        <source>{} at the top, {} left, {} at the bottom, {} right</source>
        <translation>{} oben, {} links, {} unten, {} rechts</translation>
    </message>
    <message>
        <source>{} became shorter while it was read.</source>
        <translation>{} wurde während des Lesens kürzer.</translation>
    </message>
    <message>
        <source>{} bytes</source>
        <translation>{} Bytes</translation>
    </message>
    <message>
        <source>{} cannot be given the shape {}</source>
        <translation>{} kann nicht die Form {} bekommen</translation>
    </message>
    <message>
        <source>{} cannot be read</source>
        <translation>{} lässt sich nicht lesen</translation>
    </message>
    <message>
        <source>{} cannot be read by this build.</source>
        <translation>{} kann mit diesem Build nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{} cannot be read: {}</source>
        <translation>{} lässt sich nicht lesen: {}</translation>
    </message>
    <message>
        <source>{} cannot be read: {}.</source>
        <translation>{} lässt sich nicht lesen: {}.</translation>
    </message>
    <message>
        <source>{} cannot be reduced by a factor of {}.</source>
        <translation>{} kann nicht um den Faktor {} verkleinert werden.</translation>
    </message>
    <message>
        <source>{} cannot be written: {}.</source>
        <translation>{} lässt sich nicht schreiben: {}.</translation>
    </message>
    <message>
        <source>{} cannot run on {} ({}).</source>
        <translation>{} kann auf {} nicht laufen ({}).</translation>
    </message>
    <message>
        <source>{} cells were expected and {} found</source>
        <translation>{} Zellen wurden erwartet und {} gefunden</translation>
    </message>
    <message>
        <source>{} channels cannot be shared by {}×{} pixels.</source>
        <translation>{} Kanäle lassen sich nicht auf {}×{} Pixel verteilen.</translation>
    </message>
    <message>
        <source>{} channels cannot be split into {} groups.</source>
        <translation>{} Kanäle lassen sich nicht in {} Gruppen aufteilen.</translation>
    </message>
    <message>
        <source>{} class names were given, and the labels go up to {}.</source>
        <translation>{} Klassennamen wurden angegeben, und die Labels gehen bis {}.</translation>
    </message>
    <message>
        <source>{} classes</source>
        <translation>{} Klassen</translation>
    </message>
    <message>
        <source>{} classes at {}</source>
        <translation>{} Klassen bei {}</translation>
    </message>
    <message>
        <source>{} classes, from 1 on</source>
        <translation>{} Klassen, ab 1</translation>
    </message>
    <message>
        <source>{} classes, one for each colour</source>
        <translation>{} Klassen, eine für jede Farbe</translation>
    </message>
    <message>
        <source>{} classes, one for each value that occurs</source>
        <translation>{} Klassen, eine für jeden vorkommenden Wert</translation>
    </message>
    <message>
        <source>{} colour</source>
        <translation>{} farbig</translation>
    </message>
    <message>
        <source>{} columns hold the bytes of picture files, and one of them is taken</source>
        <translation>{} Spalten enthalten die Bytes von Bilddateien, und eine davon wird genommen</translation>
    </message>
    <message>
        <source>{} columns hold values that repeat, and none is named like a class</source>
        <translation>{} Spalten enthalten Werte, die sich wiederholen, und keine heißt wie eine Klasse</translation>
    </message>
    <message>
        <source>{} could not be written: {}.</source>
        <translation>{} ließ sich nicht schreiben: {}.</translation>
    </message>
    <message>
        <source>{} covers are too few or too many; there can be 2 to {}.</source>
        <translation>{} Abdeckungen sind zu wenige oder zu viele; möglich sind 2 bis {}.</translation>
    </message>
    <message>
        <source>{} describes boxes in words for a language model, such as {}, which are not read: export the data set as COCO or YOLO, and import that</source>
        <translation>{} beschreibt Rahmen in Worten für ein Sprachmodell, etwa {}, die nicht gelesen werden: den Datensatz als COCO oder YOLO exportieren und das importieren</translation>
    </message>
    <message>
        <source>{} describes them in words, which are not read</source>
        <translation>{} beschreibt sie in Worten, die nicht gelesen werden</translation>
    </message>
    <message>
        <source>{} devices cannot share a batch of {} samples.</source>
        <translation>{} Geräte können sich einen Batch von {} Beispielen nicht teilen.</translation>
    </message>
    <message>
        <source>{} does not fit</source>
        <translation>{} passt nicht</translation>
    </message>
    <message>
        <source>{} does not load: {}</source>
        <translation>{} lässt sich nicht laden: {}</translation>
    </message>
    <message>
        <source>{} each</source>
        <translation>je {}</translation>
    </message>
    <message>
        <source>{} ends at byte {}, and more was expected.</source>
        <translation>{} endet bei Byte {}, erwartet wurde mehr.</translation>
    </message>
    <message>
        <source>{} faces were announced before, and {} are there</source>
        <translation>{} Gesichter waren davor angekündigt, und {} sind da</translation>
    </message>
    <message>
        <source>{} files are</source>
        <translation>{} Dateien werden</translation>
    </message>
    <message>
        <source>{} folders hold</source>
        <translation>{} Ordner enthalten</translation>
    </message>
    <message>
        <source>{} folders lie in {}, and their names are numbers or codes, so that {} may be the class</source>
        <translation>{} Ordner liegen in {}, und ihre Namen sind Nummern oder Codes, sodass {} die Klasse sein kann</translation>
    </message>
    <message>
        <source>{} for testing</source>
        <translation>{1} zum Testen</translation>
    </message>
    <message>
        <source>{} for training</source>
        <translation>{1} zum Training</translation>
    </message>
    <message>
        <source>{} for validation</source>
        <translation>{1} zur Validierung</translation>
    </message>
    <message>
        <source>{} further arrays</source>
        <translation>{} weitere Arrays</translation>
    </message>
    <message>
        <source>{} grey</source>
        <translation>{} grau</translation>
    </message>
    <message>
        <source>{} groups are too many.</source>
        <translation>{} Gruppen sind zu viele.</translation>
    </message>
    <message>
        <source>{} groups do not divide {} channels.</source>
        <translation>{} Gruppen teilen {} Kanäle nicht ohne Rest.</translation>
    </message>
    <message>
        <source>{} groups do not divide {} filters.</source>
        <translation>{} Gruppen teilen {} Filter nicht ohne Rest.</translation>
    </message>
    <message>
        <source>{} groups do not divide {} input channels.</source>
        <translation>{} Gruppen teilen {} Eingangskanäle nicht ohne Rest.</translation>
    </message>
    <message>
        <source>{} has a column of that name</source>
        <translation>{} hat eine Spalte dieses Namens</translation>
    </message>
    <message>
        <source>{} has another class already</source>
        <translation>{} hat schon eine andere Klasse</translation>
    </message>
    <message>
        <source>{} has another number of channels</source>
        <translation>{} hat eine andere Zahl von Kanälen</translation>
    </message>
    <message>
        <source>{} has boxes by the number of a frame; all frames of a film stay in one split</source>
        <translation>{} hat Rahmen nach der Nummer eines Einzelbilds; alle Einzelbilder eines Films bleiben in einem Teil</translation>
    </message>
    <message>
        <source>{} has its names and structure</source>
        <translation>{} hat dessen Namen und Aufbau</translation>
    </message>
    <message>
        <source>{} has more than {} columns.</source>
        <translation>{} hat mehr als {} Spalten.</translation>
    </message>
    <message>
        <source>{} has more than {} names in its objects.</source>
        <translation>{} hat mehr als {} Namen in seinen Objekten.</translation>
    </message>
    <message>
        <source>{} has more than {} numbers</source>
        <translation>{} hat mehr als {} Zahlen</translation>
    </message>
    <message>
        <source>{} has no classes to choose from.</source>
        <translation>{} hat keine Klassen, unter denen zu wählen wäre.</translation>
    </message>
    <message>
        <source>{} has no input {}.</source>
        <translation>{} hat keinen Eingang {}.</translation>
    </message>
    <message>
        <source>{} has no input.</source>
        <translation>{} hat keinen Eingang.</translation>
    </message>
    <message>
        <source>{} has no output {}.</source>
        <translation>{} hat keinen Ausgang {}.</translation>
    </message>
    <message>
        <source>{} has no parameter “{}”.</source>
        <translation>{} hat keinen Parameter „{}“.</translation>
    </message>
    <message>
        <source>{} has no pictures in a column &quot;{}&quot;.</source>
        <translation>{} hat keine Bilder in einer Spalte „{}“.</translation>
    </message>
    <message>
        <source>{} has no second axis of samples.</source>
        <translation>{} hat keine zweite Achse von Beispielen.</translation>
    </message>
    <message>
        <source>{} has no weights of its own: it uses those of {}.</source>
        <translation>{} hat keine eigenen Gewichte, sondern benutzt die von {}.</translation>
    </message>
    <message>
        <source>{} has none of that name</source>
        <translation>{} hat keine dieses Namens</translation>
    </message>
    <message>
        <source>{} has the frames of another folder, with other detections beside them</source>
        <translation>{} hat die Einzelbilder eines anderen Ordners, mit anderen Erkennungen daneben</translation>
    </message>
    <message>
        <source>{} has the name of {}</source>
        <translation>{} heißt wie {}</translation>
    </message>
    <message>
        <source>{} has {} axes; there can be {} at most.</source>
        <translation>{} hat {} Achsen; höchstens {} sind möglich.</translation>
    </message>
    <message>
        <source>{} has {} bytes, but its shape {} says {}.</source>
        <translation>{} hat {} Bytes, aber laut Form {} sind es {}.</translation>
    </message>
    <message>
        <source>{} has {} bytes, which is no multiple of {}, the size of a record.</source>
        <translation>{} hat {} Bytes, was kein Vielfaches von {} ist, der Größe eines Eintrags.</translation>
    </message>
    <message>
        <source>{} has {} channels at {} Hz</source>
        <translation>{} hat {} Kanäle bei {} Hz</translation>
    </message>
    <message>
        <source>{} has {} channels, counted from 0.</source>
        <translation>{} hat {} Kanäle, von 0 an gezählt.</translation>
    </message>
    <message>
        <source>{} has {} columns and {} has {}, and the first line of {} does not name them.</source>
        <translation>{} hat {} Spalten und {} hat {}, und die erste Zeile von {} benennt sie nicht.</translation>
    </message>
    <message>
        <source>{} has {} lines than {}, and each line of one belongs to one of the other.</source>
        <translation>{} hat {~} Zeilen als {}, und jede Zeile der einen gehört zu einer der anderen.</translation>
    </message>
    <message>
        <source>{} has {} numbers, but its shape {} says {}.</source>
        <translation>{} hat {} Zahlen, aber laut Form {} sind es {}.</translation>
    </message>
    <message>
        <source>{} has {} numbers, which do not fill {}.</source>
        <translation>{} hat {} Zahlen, die {} nicht ausfüllen.</translation>
    </message>
    <message>
        <source>{} has {} rows, and {} has {}.</source>
        <translation>{} hat {} Zeilen, und {} hat {}.</translation>
    </message>
    <message>
        <source>{} have one</source>
        <translation>{} haben einen</translation>
    </message>
    <message>
        <source>{} have several in the folder beside theirs, one for each object</source>
        <translation>{} haben mehrere im Ordner neben ihrem, eine für jedes Objekt</translation>
    </message>
    <message>
        <source>{} have some behind their boxes, and Fovea has no task for them</source>
        <translation>{} haben welche hinter ihren Rahmen, und Fovea hat keine Aufgabe dafür</translation>
    </message>
    <message>
        <source>{} hold the same {} in several languages, and Fovea has no task that translates.</source>
        <translation>{} enthalten dasselbe ({}) in mehreren Sprachen, und Fovea hat keine Aufgabe, die übersetzt.</translation>
    </message>
    <message>
        <source>{} holds 16 bits a value</source>
        <translation>{} enthält 16 Bits je Wert</translation>
    </message>
    <message>
        <source>{} holds 16 bits a value; the upper 8 of them are taken.</source>
        <translation>{} enthält 16 Bit je Wert; davon werden die oberen 8 genommen.</translation>
    </message>
    <message>
        <source>{} holds IDX values of type 0x{} with {} axes, where {} are expected.</source>
        <translation>{} enthält IDX-Werte vom Typ 0x{} mit {} Achsen, wo {} erwartet werden.</translation>
    </message>
    <message>
        <source>{} holds JSON, but no objects in an array or on lines.</source>
        <translation>{} enthält JSON, aber keine Objekte in einem Array oder auf Zeilen.</translation>
    </message>
    <message>
        <source>{} holds a line that is no object.</source>
        <translation>{} enthält eine Zeile, die kein Objekt ist.</translation>
    </message>
    <message>
        <source>{} holds a table below lines that begin with &quot;#&quot;.</source>
        <translation>{} enthält eine Tabelle unter Zeilen, die mit „#“ beginnen.</translation>
    </message>
    <message>
        <source>{} holds a word and its tags a line (as CoNLL does), and Fovea has no task that tags words.</source>
        <translation>{} enthält je Zeile ein Wort und seine Tags (wie CoNLL), und Fovea hat keine Aufgabe, die Wörter mit Tags versieht.</translation>
    </message>
    <message>
        <source>{} holds boxes by the number of a frame, as those of MOT Challenge, but the frames are not in a folder beside its own: &quot;film/img1&quot; beside &quot;film/gt&quot;</source>
        <translation>{} enthält Rahmen nach der Nummer eines Einzelbilds, wie jene von MOT Challenge, aber die Einzelbilder liegen nicht in einem Ordner neben seinem: „film/img1“ neben „film/gt“</translation>
    </message>
    <message>
        <source>{} holds boxes only, no outlines from which masks could be drawn.</source>
        <translation>{} enthält nur Rahmen und keine Umrisse, aus denen Masken entstehen könnten.</translation>
    </message>
    <message>
        <source>{} holds conversations with a language model about images, which are not read: export the data set as COCO or YOLO, and import that</source>
        <translation>{} enthält Gespräche mit einem Sprachmodell über Bilder, die nicht gelesen werden: den Datensatz als COCO oder YOLO exportieren und das importieren</translation>
    </message>
    <message>
        <source>{} holds databases of its own.</source>
        <translation>{} enthält eigene Datenbanken.</translation>
    </message>
    <message>
        <source>{} holds images of {}×{} and {} of {}×{}.</source>
        <translation>{} enthält Bilder von {}×{} und {} von {}×{}.</translation>
    </message>
    <message>
        <source>{} holds more than {} files of arrays.</source>
        <translation>{} enthält mehr als {} Dateien mit Arrays.</translation>
    </message>
    <message>
        <source>{} holds more than {} names.</source>
        <translation>{} enthält mehr als {} Namen.</translation>
    </message>
    <message>
        <source>{} holds more than {} values or fractions, which are no classes.</source>
        <translation>{} enthält mehr als {} Werte oder gebrochene Zahlen; das sind keine Klassen.</translation>
    </message>
    <message>
        <source>{} holds no array of inputs that can be read.{}</source>
        <translation>{} enthält kein lesbares Array von Eingaben.{}</translation>
    </message>
    <message>
        <source>{} holds no array of structures as SVHN has it.</source>
        <translation>{} enthält kein Array von Strukturen, wie SVHN es hat.</translation>
    </message>
    <message>
        <source>{} holds no image of CIFAR.</source>
        <translation>{} enthält kein Bild von CIFAR.</translation>
    </message>
    <message>
        <source>{} holds no image.</source>
        <translation>{} enthält kein Bild.</translation>
    </message>
    <message>
        <source>{} holds no list of a split whose lines name the images or their folders.</source>
        <translation>{} enthält keine Liste eines Splits, deren Zeilen die Bilder oder ihre Ordner nennen.</translation>
    </message>
    <message>
        <source>{} holds no messages of the kind &quot;Datum&quot;.</source>
        <translation>{} enthält keine Nachrichten der Art „Datum“.</translation>
    </message>
    <message>
        <source>{} holds no pictures of 32×32 with a list &quot;{}&quot;.</source>
        <translation>{} enthält keine Bilder von 32×32 mit einer Liste „{}“.</translation>
    </message>
    <message>
        <source>{} holds no presets.</source>
        <translation>{} enthält keine Vorlagen.</translation>
    </message>
    <message>
        <source>{} holds no records.</source>
        <translation>{} enthält keine Einträge.</translation>
    </message>
    <message>
        <source>{} holds no sound</source>
        <translation>{} enthält keinen Ton</translation>
    </message>
    <message>
        <source>{} holds numbers of the kind {}, which Fovea does not read</source>
        <translation>{} enthält Zahlen der Art {}, die Fovea nicht liest</translation>
    </message>
    <message>
        <source>{} holds numbers rather than a text.</source>
        <translation>{} enthält Zahlen und keinen Text.</translation>
    </message>
    <message>
        <source>{} holds numbers, and {} beside it holds a text: they may be its labels.</source>
        <translation>{} enthält Zahlen, und {} daneben enthält einen Text: Sie können seine Klassen sein.</translation>
    </message>
    <message>
        <source>{} holds one, as in shards of WebDataset</source>
        <translation>{} enthält eine, wie in Teilen von WebDataset</translation>
    </message>
    <message>
        <source>{} holds records as JSON or XML, and no rows of samples.</source>
        <translation>{} enthält Datensätze als JSON oder XML und keine Zeilen von Beispielen.</translation>
    </message>
    <message>
        <source>{} holds rows of a table rather than a text.</source>
        <translation>{} enthält Zeilen einer Tabelle und keinen Text.</translation>
    </message>
    <message>
        <source>{} holds rows whose fields are divided by &quot;{}&quot;, which are not read as they are.</source>
        <translation>{} enthält Zeilen, deren Felder „{}“ trennt; so werden sie nicht gelesen.</translation>
    </message>
    <message>
        <source>{} holds sentences as trees with a label for each part (as the Stanford Sentiment Treebank does), which are not read.</source>
        <translation>{} enthält Sätze als Bäume mit einem Label für jeden Teil (wie die Stanford Sentiment Treebank), die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{} holds sequences with a name above each (as FASTA does), which are not read.</source>
        <translation>{} enthält Folgen mit einem Namen über jeder (wie FASTA), die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{} holds series with attributes in front (as sktime and the UEA archive keep them), which are not read.</source>
        <translation>{} enthält Reihen mit Attributen davor (wie sktime und das UEA-Archiv sie ablegen), die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{} holds several sets of IDX files ({}…, {}…).</source>
        <translation>{} enthält mehrere Gruppen von IDX-Dateien ({}…, {}…).</translation>
    </message>
    <message>
        <source>{} holds sparse vectors (&quot;1 3:0.5&quot;, as LIBSVM does), which are not read.</source>
        <translation>{} enthält dünn besetzte Vektoren (&quot;1 3:0.5&quot;, wie LIBSVM), die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{} holds test files only, and they are to be left out.</source>
        <translation>{} enthält nur Testdateien, und diese sollen ausgelassen werden.</translation>
    </message>
    <message>
        <source>{} holds the Python version of CIFAR.</source>
        <translation>{} enthält die Python-Version von CIFAR.</translation>
    </message>
    <message>
        <source>{} holds tracks through the frames of a video, and {}.</source>
        <translation>{} enthält Spuren durch die Frames eines Videos, und {}.</translation>
    </message>
    <message>
        <source>{} holds values of type {}, not numbers.</source>
        <translation>{} enthält Werte vom Typ {}, keine Zahlen.</translation>
    </message>
    <message>
        <source>{} holds weights, but is not a checkpoint of Fovea.</source>
        <translation>{} enthält Gewichte, ist aber kein Checkpoint von Fovea.</translation>
    </message>
    <message>
        <source>{} holds {}</source>
        <translation>{} enthält {}</translation>
    </message>
    <message>
        <source>{} holds {} data sets: {}.</source>
        <translation>{} enthält {} Datensätze: {}.</translation>
    </message>
    <message>
        <source>{} holds {} images and {} holds {} labels.</source>
        <translation>{} enthält {} Bilder und {} enthält {} Labels.</translation>
    </message>
    <message>
        <source>{} holds {} names and not {}: numbers stand for the classes.</source>
        <translation>{} enthält {} Namen und nicht {}: Zahlen stehen für die Klassen.</translation>
    </message>
    <message>
        <source>{} holds {} numbers, which is more than {}.</source>
        <translation>{} enthält {} Zahlen, also mehr als {}.</translation>
    </message>
    <message>
        <source>{} holds {} of {} bits</source>
        <translation>{} enthält {~} mit {} Bits</translation>
    </message>
    <message>
        <source>{} holds {} pictures and {} labels.</source>
        <translation>{} enthält {} Bilder und {} Labels.</translation>
    </message>
    <message>
        <source>{} holds {} that are named like the images, such as {}; unpack it beside them to use it</source>
        <translation>{} enthält {}, die wie die Bilder heißen, zum Beispiel {}; entpacken Sie das Archiv neben den Bildern, um es zu verwenden</translation>
    </message>
    <message>
        <source>{} holds {}, and label_columns takes columns of 0 and 1.</source>
        <translation>{} enthält {}, und label_columns nimmt Spalten aus 0 und 1.</translation>
    </message>
    <message>
        <source>{} holds {}, which is too large.</source>
        <translation>{} enthält {}, was zu groß ist.</translation>
    </message>
    <message>
        <source>{} images of {}×{}</source>
        <translation>{} Bilder von {}×{}</translation>
    </message>
    <message>
        <source>{} in a row stay in one split</source>
        <translation>je {} hintereinander bleiben im selben Split</translation>
    </message>
    <message>
        <source>{} in its name</source>
        <translation>{} im Namen</translation>
    </message>
    <message>
        <source>{} in its name ({}){}</source>
        <translation>{} im Namen ({}){}</translation>
    </message>
    <message>
        <source>{} instead of {} at position {}</source>
        <translation>{} statt {} an Position {}</translation>
    </message>
    <message>
        <source>{} is a DICOM image of {} bits a value</source>
        <translation>{} ist ein DICOM-Bild mit {} Bits je Wert</translation>
    </message>
    <message>
        <source>{} is a checkpoint, and the state of its training would be lost.</source>
        <translation>{} ist ein Checkpoint, und der Zustand seines Trainings ginge verloren.</translation>
    </message>
    <message>
        <source>{} is a folder, not a file.</source>
        <translation>{} ist ein Ordner, keine Datei.</translation>
    </message>
    <message>
        <source>{} is a network of another program, not a checkpoint.</source>
        <translation>{} ist ein Netz eines anderen Programms, kein Checkpoint.</translation>
    </message>
    <message>
        <source>{} is already there.</source>
        <translation>{} gibt es schon.</translation>
    </message>
    <message>
        <source>{} is already there: the data set &quot;{}&quot;, which was not imported with {}</source>
        <translation>{} gibt es schon; der Datensatz „{}“ dort wurde nicht importiert mit {}</translation>
    </message>
    <message>
        <source>{} is an HDF5 file, which is not read.</source>
        <translation>{} ist eine HDF5-Datei; solche werden nicht gelesen.</translation>
    </message>
    <message>
        <source>{} is an archive of a kind that this build of Fovea cannot read: it was made without libarchive.</source>
        <translation>{} ist ein Archiv einer Art, die dieser Build von Fovea nicht lesen kann: er entstand ohne libarchive.</translation>
    </message>
    <message>
        <source>{} is being written by another program.</source>
        <translation>{} wird gerade von einem anderen Programm geschrieben.</translation>
    </message>
    <message>
        <source>{} is cut off: its compressed data ends too early.</source>
        <translation>{} ist abgeschnitten: Die komprimierten Daten enden zu früh.</translation>
    </message>
    <message>
        <source>{} is cut off: its header says {} bytes of sound, and {} are there</source>
        <translation>{} ist abgeschnitten: Der Header gibt {} Bytes Ton an, und {} sind da</translation>
    </message>
    <message>
        <source>{} is cut off: its header says {} samples, and {} could be read</source>
        <translation>{} ist abgeschnitten: Der Header nennt {} Abtastwerte, und {} ließen sich lesen</translation>
    </message>
    <message>
        <source>{} is damaged.</source>
        <translation>{} ist beschädigt.</translation>
    </message>
    <message>
        <source>{} is damaged: a change of “{}” in run {} cannot be read.</source>
        <translation>{} ist beschädigt: Eine Änderung von „{}“ in Lauf {} lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>{} is damaged: a state of the network cannot be read.</source>
        <translation>{} ist beschädigt: Ein Stand des Netzes lässt sich nicht lesen.</translation>
    </message>
    <message>
        <source>{} is damaged: an entry is no preset.</source>
        <translation>{} ist beschädigt: Ein Eintrag ist keine Vorlage.</translation>
    </message>
    <message>
        <source>{} is damaged: it has no version.</source>
        <translation>{} ist beschädigt: Die Version fehlt.</translation>
    </message>
    <message>
        <source>{} is damaged: its compressed data cannot be read ({}).</source>
        <translation>{} ist beschädigt: Die komprimierten Daten lassen sich nicht lesen ({}).</translation>
    </message>
    <message>
        <source>{} is damaged: its tables do not fit each other.</source>
        <translation>{} ist beschädigt: die Tabellen passen nicht zueinander.</translation>
    </message>
    <message>
        <source>{} is damaged: the checkpoint &quot;{}&quot; lies outside of the project.</source>
        <translation>{} ist beschädigt: Der Checkpoint „{}“ liegt außerhalb des Projekts.</translation>
    </message>
    <message>
        <source>{} is damaged: the histograms of step {} in run {} cannot be read.</source>
        <translation>{} ist beschädigt: Die Histogramme von Schritt {} in Lauf {} lassen sich nicht lesen.</translation>
    </message>
    <message>
        <source>{} is damaged: {}</source>
        <translation>{} ist beschädigt: {}</translation>
    </message>
    <message>
        <source>{} is damaged: {}.</source>
        <translation>{} ist beschädigt: {}.</translation>
    </message>
    <message>
        <source>{} is encrypted.</source>
        <translation>{} ist verschlüsselt.</translation>
    </message>
    <message>
        <source>{} is in use by another program.</source>
        <translation>{} wird von einem anderen Programm benutzt.</translation>
    </message>
    <message>
        <source>{} is larger than 4 GiB.</source>
        <translation>{} ist größer als 4 GiB.</translation>
    </message>
    <message>
        <source>{} is larger than the limit of {} bytes.</source>
        <translation>{} ist größer als die Grenze von {} Bytes.</translation>
    </message>
    <message>
        <source>{} is missing: {} was not found in {}.</source>
        <translation>{1} fehlt: {2} nicht gefunden (gesucht in: {3}).</translation>
    </message>
    <message>
        <source>{} is named twice.</source>
        <translation>{} ist zweimal genannt.</translation>
    </message>
    <message>
        <source>{} is nan</source>
        <translation>{} is nan</translation>
    </message>
    <message>
        <source>{} is neither .mp4 nor .avi.</source>
        <translation>{} ist weder .mp4 noch .avi.</translation>
    </message>
    <message>
        <source>{} is no LMDB database.</source>
        <translation>{} ist keine LMDB-Datenbank.</translation>
    </message>
    <message>
        <source>{} is no MATLAB file of level 5 or later.</source>
        <translation>{} ist keine MATLAB-Datei der Stufe 5 oder höher.</translation>
    </message>
    <message>
        <source>{} is no MetaImage file</source>
        <translation>{} ist keine MetaImage-Datei</translation>
    </message>
    <message>
        <source>{} is no NIfTI file</source>
        <translation>{} ist keine NIfTI-Datei</translation>
    </message>
    <message>
        <source>{} is no NIfTI file that holds its own numbers</source>
        <translation>{} ist keine NIfTI-Datei, die ihre Zahlen selbst enthält</translation>
    </message>
    <message>
        <source>{} is no NRRD file</source>
        <translation>{} ist keine NRRD-Datei</translation>
    </message>
    <message>
        <source>{} is no annotation of COCO.</source>
        <translation>{} ist keine Annotation von COCO.</translation>
    </message>
    <message>
        <source>{} is no folder.</source>
        <translation>{} ist kein Ordner.</translation>
    </message>
    <message>
        <source>{} is no model in a format that is read here.</source>
        <translation>{} ist kein Modell in einem Format, das hier gelesen wird.</translation>
    </message>
    <message>
        <source>{} is no tar file that is not compressed.</source>
        <translation>{} ist keine unkomprimierte tar-Datei.</translation>
    </message>
    <message>
        <source>{} is no text: it holds zero bytes.</source>
        <translation>{} ist kein Text: Die Datei enthält Nullbytes.</translation>
    </message>
    <message>
        <source>{} is no video that can be read</source>
        <translation>{} ist kein lesbares Video</translation>
    </message>
    <message>
        <source>{} is not a CUDA module of Fovea: it has no {}.</source>
        <translation>{} ist kein CUDA-Modul von Fovea: {} fehlt darin.</translation>
    </message>
    <message>
        <source>{} is not a file.</source>
        <translation>{} ist keine Datei.</translation>
    </message>
    <message>
        <source>{} is not a store of runs made by Fovea.</source>
        <translation>{} ist keine von Fovea angelegte Datenbank von Läufen.</translation>
    </message>
    <message>
        <source>{} is not read, and {}</source>
        <translation>{} wird nicht gelesen, und {}</translation>
    </message>
    <message>
        <source>{} is not {}: {}, which no data set of its size needs.</source>
        <translation>{} wird nicht {}: {}, was kein Datensatz dieser Größe braucht.</translation>
    </message>
    <message>
        <source>{} is of an older version and must be opened for writing once.</source>
        <translation>{} hat eine ältere Version und muss einmal zum Schreiben geöffnet werden.</translation>
    </message>
    <message>
        <source>{} is of version {}, but this Fovea knows {}.</source>
        <translation>{} hat Version {}, aber dieses Fovea kennt nur {}.</translation>
    </message>
    <message>
        <source>{} is one array or object of {} MiB, and at most 64 MiB are read as one.</source>
        <translation>{} ist ein einziges Array oder Objekt von {} MiB, und höchstens 64 MiB werden als eines gelesen.</translation>
    </message>
    <message>
        <source>{} is still used.</source>
        <translation>{} wird noch verwendet.</translation>
    </message>
    <message>
        <source>{} is stored in segments.</source>
        <translation>{} ist in Segmenten gespeichert.</translation>
    </message>
    <message>
        <source>{} is there already, and would be replaced by what belongs to {}.</source>
        <translation>{} ist schon da und würde durch das ersetzt, was zu {} gehört.</translation>
    </message>
    <message>
        <source>{} is there already.</source>
        <translation>{} ist schon da.</translation>
    </message>
    <message>
        <source>{} is there instead, in {}</source>
        <translation>stattdessen liegt dort {}, in {}</translation>
    </message>
    <message>
        <source>{} is too large for CIFAR.</source>
        <translation>{} ist zu groß für CIFAR.</translation>
    </message>
    <message>
        <source>{} is too long to be brought to {} Hz</source>
        <translation>{} ist zu lang, um auf {} Hz gebracht zu werden</translation>
    </message>
    <message>
        <source>{} is too long: {} samples</source>
        <translation>{} ist zu lang: {} Abtastwerte</translation>
    </message>
    <message>
        <source>{} is {}, this is {}: only layers of one kind can have the same weights.</source>
        <translation>{} ist vom Typ {}, diese Schicht vom Typ {}: Nur Schichten einer Art können dieselben Gewichte haben.</translation>
    </message>
    <message>
        <source>{} is {}, which is not read here.</source>
        <translation>{} ist {~}; das wird hier nicht gelesen.</translation>
    </message>
    <message>
        <source>{} labels</source>
        <translation>{} Labels</translation>
    </message>
    <message>
        <source>{} lacks functions of NVML.</source>
        <translation>In {} fehlen Funktionen von NVML.</translation>
    </message>
    <message>
        <source>{} lacks {} of the columns of {} ({}), and several tables train.</source>
        <translation>{} fehlen {} der Spalten von {} ({}), und mehrere Tabellen trainieren.</translation>
    </message>
    <message>
        <source>{} lacks {} of the columns of {}: {}.</source>
        <translation>{} fehlen {} der Spalten von {}: {}.</translation>
    </message>
    <message>
        <source>{} lasts longer than {} s</source>
        <translation>{} dauert länger als {} s</translation>
    </message>
    <message>
        <source>{} layers</source>
        <translation>{} Schichten</translation>
    </message>
    <message>
        <source>{} layer{} of the caffemodel that the network does not have.</source>
        <translation>{} Layer{} des caffemodel ohne Gegenstück im Netz.</translation>
    </message>
    <message>
        <source>{} left out: {}</source>
        <translation>{} ausgelassen: {}</translation>
    </message>
    <message>
        <source>{} lie in no folder of a class and are left out, and only {} in one</source>
        <translation>in keinem Ordner einer Klasse und deshalb ausgelassen: {}; in einem Ordner nur {}</translation>
    </message>
    <message>
        <source>{} lies in another file.</source>
        <translation>{} liegt in einer anderen Datei.</translation>
    </message>
    <message>
        <source>{} like the others</source>
        <translation>{1~} wie die anderen</translation>
    </message>
    <message>
        <source>{} lists images, but there is no {} in its folder, the one above, or &quot;images&quot;.</source>
        <translation>{} führt Bilder auf, aber {} liegt weder im selben Ordner noch im darüberliegenden noch in „images“.</translation>
    </message>
    <message>
        <source>{} lists no boxes as Create ML does.</source>
        <translation>{} führt keine Rahmen auf, wie Create ML es tut.</translation>
    </message>
    <message>
        <source>{} may say them, in a form that is not read here</source>
        <translation>womöglich stehen sie in {}, in einer Form, die hier nicht gelesen wird</translation>
    </message>
    <message>
        <source>{} micro-batches cannot be divided among {} ranks.</source>
        <translation>{} Mikro-Batches lassen sich nicht auf {} Ränge aufteilen.</translation>
    </message>
    <message>
        <source>{} must be (x − mean) / deviation for each channel{}: mean {}; deviation {}. Other programs must apply this themselves.</source>
        <translation>{} muss je Kanal (x − Mittelwert) / Abweichung sein{}: Mittelwert {}; Abweichung {}. Andere Programme müssen das selbst anwenden.</translation>
    </message>
    <message>
        <source>{} must be a finite number.</source>
        <translation>{} muss eine endliche Zahl sein.</translation>
    </message>
    <message>
        <source>{} must be a whole number</source>
        <translation>{} muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>{} must be bytes divided by 255. Other programs must apply this themselves.</source>
        <translation>{} muss aus Bytes geteilt durch 255 bestehen. Andere Programme müssen das selbst anwenden.</translation>
    </message>
    <message>
        <source>{} must be one of {}, not &quot;{}&quot;.</source>
        <translation>{} muss einer der Werte {} sein, nicht „{}“.</translation>
    </message>
    <message>
        <source>{} must be positive, not {}.</source>
        <translation>{} muss positiv sein, nicht {}.</translation>
    </message>
    <message>
        <source>{} must be {}, but is {}.</source>
        <translation>{} muss {} sein, ist aber {}.</translation>
    </message>
    <message>
        <source>{} must be {}, not {}.</source>
        <translation>{} muss {} sein, nicht {}.</translation>
    </message>
    <message>
        <source>{} must be {}.</source>
        <translation>{} muss {~} sein.</translation>
    </message>
    <message>
        <source>{} names no attributes in its first lines.</source>
        <translation>{} nennt in den ersten Zeilen keine Attribute.</translation>
    </message>
    <message>
        <source>{} names no categories, and its {} have none.</source>
        <translation>{} nennt keine Kategorien, und {~} darin haben keine.</translation>
    </message>
    <message>
        <source>{} names no categories.</source>
        <translation>{} nennt keine Kategorien.</translation>
    </message>
    <message>
        <source>{} names no images as COCO does.</source>
        <translation>{} nennt keine Bilder, wie COCO es tut.</translation>
    </message>
    <message>
        <source>{} names of {}</source>
        <translation>{} Namen aus {}</translation>
    </message>
    <message>
        <source>{} names {} attributes, as CelebA does{}</source>
        <translation>{} nennt {} Attribute wie CelebA{}</translation>
    </message>
    <message>
        <source>{} needs a sequence [T, K], but got {}.</source>
        <translation>{} braucht eine Sequenz [T, K], erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} needs an image [C, H, W], a signal [C, L] or a volume [C, D, H, W], but got {}.</source>
        <translation>{} braucht ein Bild [C, H, W], ein Signal [C, L] oder ein Volumen [C, D, H, W], erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} needs an image [C, H, W], but got {}.</source>
        <translation>{} braucht ein Bild [C, H, W], erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} needs one row of numbers [K], but got an image {}.</source>
        <translation>{} braucht eine Zahlenreihe [K], erhielt aber ein Bild {}.</translation>
    </message>
    <message>
        <source>{} needs signals [N, C, L], images [N, C, H, W] or volumes [N, C, D, H, W], but the {} is {}.</source>
        <translation>{} braucht Signale [N, C, L], Bilder [N, C, H, W] oder Volumina [N, C, D, H, W], aber „{}“ ist {}.</translation>
    </message>
    <message>
        <source>{} needs two inputs or more, but got {}.</source>
        <translation>{} braucht zwei Eingänge oder mehr, erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} needs values with numbers in them, but the {} is {}.</source>
        <translation>{} braucht Werte mit Zahlen darin, aber „{}“ ist {}.</translation>
    </message>
    <message>
        <source>{} needs {} input{}, but got {}.</source>
        <translation>{} braucht {} Input{}, erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} needs {} numbers, not {}.</source>
        <translation>{} braucht {} Zahlen, nicht {}.</translation>
    </message>
    <message>
        <source>{} no {}, for instance &quot;{}&quot;.</source>
        <translation>{} keinerlei {~}, zum Beispiel „{}“.</translation>
    </message>
    <message>
        <source>{} numbers</source>
        <translation>{} Zahlen</translation>
    </message>
    <message>
        <source>{} numbers cannot be split into {} heads.</source>
        <translation>{} Zahlen lassen sich nicht auf {} Köpfe aufteilen.</translation>
    </message>
    <message>
        <source>{} numbers have a comma and {} a point</source>
        <translation>{} Zahlen haben ein Komma und {} einen Punkt</translation>
    </message>
    <message>
        <source>{} numbers the classes in an order of its own, and nothing says which number is which.</source>
        <translation>{} nummeriert die Klassen in einer eigenen Reihenfolge, und nirgends steht, welche Nummer für welche Klasse steht.</translation>
    </message>
    <message>
        <source>{} objects in {} have no outline; their boxes count as ignored pixels</source>
        <translation>{} Objekte in {} haben keinen Umriss; die Pixel in ihren Rahmen werden nicht beachtet</translation>
    </message>
    <message>
        <source>{} of JSON, XML or MATLAB beside the {}, such as {}, are in no format that is known</source>
        <translation>{} von JSON, XML oder MATLAB neben den {~}, etwa {}, haben kein bekanntes Format</translation>
    </message>
    <message>
        <source>{} of its {} chunks were never written</source>
        <translation>{} der {} Chunks wurden nie geschrieben</translation>
    </message>
    <message>
        <source>{} of the archive will be left out; the first is {}: {}.</source>
        <translation>Aus dem Archiv ausgelassen: {}; zuerst {}: {}.</translation>
    </message>
    <message>
        <source>{} of the samples that are edited here</source>
        <translation>{} der Beispiele, die hier geändert werden</translation>
    </message>
    <message>
        <source>{} of the values from 0 to {} are in no mask that was looked at</source>
        <translation>{} der Werte von 0 bis {} kommen in keiner angesehenen Maske vor</translation>
    </message>
    <message>
        <source>{} of the {} classes have no sample.</source>
        <translation>{} der {} Klassen haben kein Beispiel.</translation>
    </message>
    <message>
        <source>{} of the {} layers are ops as they are, for which the library has no layer.</source>
        <translation>{} der {} Schichten sind unveränderte Operationen, für die die Bibliothek keine Schicht hat.</translation>
    </message>
    <message>
        <source>{} of the {} {} samples of &quot;{}&quot; have no label.</source>
        <translation>{} der {} Beispiele ({~}) von „{}“ haben kein Label.</translation>
    </message>
    <message>
        <source>{} of {}</source>
        <translation>{} von {}</translation>
    </message>
    <message>
        <source>{} of {} are longer; the longest has {} bytes</source>
        <translation>{2}, davon {1} länger; der längste hat {3} Bytes</translation>
    </message>
    <message>
        <source>{} of {} are missing: there is no {} or {}.gz in {}.</source>
        <translation>{1} zu {2} fehlen: In {5} gibt es weder {3} noch {4}.gz.</translation>
    </message>
    <message>
        <source>{} of {} masks were looked at, named and coloured as those of the full ADE20K, in which R / 10 · 256 + G is the number of a class</source>
        <translation>{} von {} Masken wurden angesehen; sie sind benannt und gefärbt wie die des vollständigen ADE20K, in dem R / 10 · 256 + G die Nummer einer Klasse ist</translation>
    </message>
    <message>
        <source>{} of {} symbols</source>
        <translation>{} aus {} Symbolen</translation>
    </message>
    <message>
        <source>{} of {} that were looked at are shorter, the shortest {} s</source>
        <translation>{} von {} angesehenen sind kürzer, die kürzeste {} s</translation>
    </message>
    <message>
        <source>{} of {} that were looked at cannot be read; the first is {}</source>
        <translation>{} von {} angesehenen Beispielen lassen sich nicht lesen; das erste ist {}</translation>
    </message>
    <message>
        <source>{} of {} that were looked at last longer, the longest {} s</source>
        <translation>{} von {} angesehenen sind länger, die längste {} s</translation>
    </message>
    <message>
        <source>{} of {} that were looked at last longer, the longest {} s, and {} are shorter, the shortest {} s</source>
        <translation>{} von {} angesehenen sind länger, die längste {} s, und {} sind kürzer, die kürzeste {} s</translation>
    </message>
    <message>
        <source>{} of {} weights are not in the caffemodel; they are fresh.</source>
        <translation>{} von {} Gewichten sind nicht im caffemodel; sie sind frisch.</translation>
    </message>
    <message>
        <source>{} of {} weights were taken</source>
        <translation>{} von {} Gewichten wurden übernommen</translation>
    </message>
    <message>
        <source>{} of {}{} are longer and cut there; the longest has {}</source>
        <translation>{2}{3}, davon {1} länger und dort abgeschnitten; der längste hat {4}</translation>
    </message>
    <message>
        <source>{} of “{}”, {}</source>
        <translation>{} von „{}“, {}</translation>
    </message>
    <message>
        <source>{} or {}</source>
        <translation>{} oder {}</translation>
    </message>
    <message>
        <source>{} outputs instead of {}</source>
        <translation>{} Ausgaben statt {}</translation>
    </message>
    <message>
        <source>{} pictures are called {}</source>
        <translation>{} Bilder heißen {}</translation>
    </message>
    <message>
        <source>{} positions cannot be split into {} equal parts.</source>
        <translation>{} Positionen lassen sich nicht in {} gleiche Teile aufteilen.</translation>
    </message>
    <message>
        <source>{} quantities</source>
        <translation>{} stetige Werte</translation>
    </message>
    <message>
        <source>{} ranks</source>
        <translation>{} Ränge</translation>
    </message>
    <message>
        <source>{} ranks of one machine cannot share {}.</source>
        <translation>{} Ränge einer Maschine können sich {} nicht teilen.</translation>
    </message>
    <message>
        <source>{} samples</source>
        <translation>{} Beispiele</translation>
    </message>
    <message>
        <source>{} samples have labels beyond the {} classes and will be skipped.</source>
        <translation>{} Beispiele haben Labels jenseits der {} Klassen und werden übersprungen.</translation>
    </message>
    <message>
        <source>{} samples, {}×{} grey, {} classes</source>
        <translation>{} Beispiele, {}×{} grau, {} Klassen</translation>
    </message>
    <message>
        <source>{} says so of its other pages</source>
        <translation>{} kennzeichnet seine weiteren Seiten so</translation>
    </message>
    <message>
        <source>{} says that there are {} classes, and names {}.</source>
        <translation>{} spricht von {} Klassen und nennt {}.</translation>
    </message>
    <message>
        <source>{} share {} in the model and have weights of their own here: training changes them apart.</source>
        <translation>{} teilen sich im Modell {} und haben hier eigene Gewichte: Das Training ändert sie unabhängig voneinander.</translation>
    </message>
    <message>
        <source>{} should be a group of fields.</source>
        <translation>{} sollte eine Gruppe von Feldern sein.</translation>
    </message>
    <message>
        <source>{} should be {}, but is {}.</source>
        <translation>{} sollte {} sein, ist aber {}.</translation>
    </message>
    <message>
        <source>{} steps are not possible; there can be 1 to {}.</source>
        <translation>{} Schritte sind nicht möglich; erlaubt sind 1 bis {}.</translation>
    </message>
    <message>
        <source>{} steps cannot be laid over an input of {}.</source>
        <translation>{} Schritte lassen sich nicht über eine Eingabe von {} legen.</translation>
    </message>
    <message>
        <source>{} steps: choose 1 to {}.</source>
        <translation>{} Schritte: 1 bis {} wählen.</translation>
    </message>
    <message>
        <source>{} tables</source>
        <translation>{} Tabellen</translation>
    </message>
    <message>
        <source>{} that are none are few or were asked to be damaged</source>
        <translation>kein UTF-8: {}; das sind wenige, oder sie sollen als beschädigt gelten</translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation>{} bis {}</translation>
    </message>
    <message>
        <source>{} updates its input, which must be a variable.</source>
        <translation>{} aktualisiert seine Eingabe, die eine Variable sein muss.</translation>
    </message>
    <message>
        <source>{} uses the weights of {}, but only one of them would be in the block.</source>
        <translation>{} benutzt die Gewichte von {}, aber nur eine von beiden wäre im Block.</translation>
    </message>
    <message>
        <source>{} use{} the weights of other layers, as in the model.</source>
        <translation>{} mit Gewichten anderer Layer{}, wie im Modell.</translation>
    </message>
    <message>
        <source>{} values</source>
        <translation>{} Werte</translation>
    </message>
    <message>
        <source>{} was changed while this import ran.</source>
        <translation>{} wurde geändert, während dieser Import lief.</translation>
    </message>
    <message>
        <source>{} was not taken for the mean: {}</source>
        <translation>{} wurde nicht als Mittelwert genommen: {}</translation>
    </message>
    <message>
        <source>{} was written by a newer Fovea.</source>
        <translation>{} wurde von einem neueren Fovea geschrieben.</translation>
    </message>
    <message>
        <source>{} was written by a newer version of Fovea.</source>
        <translation>{} wurde von einer neueren Version von Fovea geschrieben.</translation>
    </message>
    <message>
        <source>{} will be left out; the first is {}: {}.</source>
        <translation>Ausgelassen: {}; der erste ist {}: {}.</translation>
    </message>
    <message>
        <source>{} with a label for each position needs an image [K, H, W] or a sequence [T, K], but got {}.</source>
        <translation>{} mit einem Label je Position braucht ein Bild [K, H, W] oder eine Sequenz [T, K], erhielt aber {}.</translation>
    </message>
    <message>
        <source>{} without labels</source>
        <translation>{~} ohne Labels</translation>
    </message>
    <message>
        <source>{} works on images [C, H, W], not on {}.</source>
        <translation>{} arbeitet auf Bildern [C, H, W], nicht auf {}.</translation>
    </message>
    <message>
        <source>{} works on numbers, not on symbols.</source>
        <translation>{} arbeitet auf Zahlen, nicht auf Symbolen.</translation>
    </message>
    <message>
        <source>{} works on signals, f32 of up to three axes, not on {}.</source>
        <translation>{} arbeitet auf Signalen, f32 mit bis zu drei Achsen, nicht auf {}.</translation>
    </message>
    <message>
        <source>{} {} cannot be split into {} groups.</source>
        <translation>{} {} lassen sich nicht in {} Gruppen aufteilen.</translation>
    </message>
    <message>
        <source>{} {} of {} would be gone, but {} {} it.</source>
        <translation>{~} {} von {} fiele weg, aber {} ist damit verbunden ({~}).</translation>
    </message>
    <message>
        <source>{} {}, which is not read</source>
        <translation>{} wird nicht gelesen: Die Datei {}</translation>
    </message>
    <message>
        <source>{} · {} channels</source>
        <translation>{} · {} Kanäle</translation>
    </message>
    <message>
        <source>{}, an export of {}, holds nothing that can be learned.</source>
        <translation>{}, ein Export von {}, enthält nichts, was gelernt werden kann.</translation>
    </message>
    <message>
        <source>{}, and {}</source>
        <translation>{}, und {}</translation>
    </message>
    <message>
        <source>{}, but {}(.gz) is not there.</source>
        <translation>{}, aber {}(.gz) ist nicht da.</translation>
    </message>
    <message>
        <source>{}, line {}: a quote is opened and never closed.</source>
        <translation>{}, Zeile {}: Ein Anführungszeichen wird geöffnet und nie geschlossen.</translation>
    </message>
    <message>
        <source>{}, line {}: map_clsloc.txt names no class {}.</source>
        <translation>{}, Zeile {}: map_clsloc.txt nennt keine Klasse {}.</translation>
    </message>
    <message>
        <source>{}, line {}: this line has more than 16 MiB.</source>
        <translation>{}, Zeile {}: diese Zeile hat mehr als 16 MiB.</translation>
    </message>
    <message>
        <source>{}, line {}: this record has more than {} fields or 16 MiB.</source>
        <translation>{}, Zeile {}: Dieser Eintrag hat mehr als {} Felder oder 16 MiB.</translation>
    </message>
    <message>
        <source>{}, line {}: {}</source>
        <translation>{}, Zeile {}: {}</translation>
    </message>
    <message>
        <source>{}, line {}: {}.</source>
        <translation>{}, Zeile {}: {}.</translation>
    </message>
    <message>
        <source>{}, made by a pass</source>
        <translation>{}, von einem Durchgang erzeugt</translation>
    </message>
    <message>
        <source>{}, made by a pass, gives {} where {} was.</source>
        <translation>{}, von einem Durchgang erzeugt, ergibt {}, wo {} war.</translation>
    </message>
    <message>
        <source>{}, on which there is nothing else</source>
        <translation>{}, auf denen sonst nichts ist</translation>
    </message>
    <message>
        <source>{}, or set its first state to Zero.</source>
        <translation>{}, oder den ersten Zustand auf „Null“ setzen.</translation>
    </message>
    <message>
        <source>{}, since step {} at the latest. The run is back after step {}.</source>
        <translation>{}, spätestens seit Schritt {}. Der Lauf ist wieder beim Stand nach Schritt {}.</translation>
    </message>
    <message>
        <source>{}, since step {} or earlier. {}</source>
        <translation>{}, seit Schritt {} oder früher. {}</translation>
    </message>
    <message>
        <source>{}, since step {}. {}</source>
        <translation>{}, seit Schritt {}. {}</translation>
    </message>
    <message>
        <source>{}, such as {}: to learn from one of them, open that file</source>
        <translation>{}, etwa {}: Um aus einer davon zu lernen, diese Datei öffnen</translation>
    </message>
    <message>
        <source>{}, which may be classes or a measure</source>
        <translation>{}, die Klassen oder eine Messgröße sein können</translation>
    </message>
    <message>
        <source>{}, {} each</source>
        <translation>{}, je {}</translation>
    </message>
    <message>
        <source>{}, {} each, {}</source>
        <translation>{}, je {}, {}</translation>
    </message>
    <message>
        <source>{}, {} thread</source>
        <translation>{}, {} Thread</translation>
    </message>
    <message>
        <source>{}, {} threads</source>
        <translation>{}, {} Threads</translation>
    </message>
    <message>
        <source>{}: It holds no dictionary.</source>
        <translation>{}: Es ist kein Dictionary enthalten.</translation>
    </message>
    <message>
        <source>{}: The list &quot;{}&quot; mixes kinds of values.</source>
        <translation>{}: Die Liste „{}“ mischt Arten von Werten.</translation>
    </message>
    <message>
        <source>{}: a dropout of {} becomes 0.99.</source>
        <translation>{}: Ein Dropout von {} wird zu 0,99.</translation>
    </message>
    <message>
        <source>{}: a factor for each channel, 1 at first, is learned too.</source>
        <translation>{}: Ein Faktor je Kanal, anfangs 1, wird mitgelernt.</translation>
    </message>
    <message>
        <source>{}: a summand for each channel, 0 at first, is learned too.</source>
        <translation>{}: Ein Summand je Kanal, anfangs 0, wird mitgelernt.</translation>
    </message>
    <message>
        <source>{}: another edge ends at input {} of layer {} too.</source>
        <translation>{}: Auch eine andere Verbindung endet an Eingang {} von Schicht {}.</translation>
    </message>
    <message>
        <source>{}: another layer has the id {} too.</source>
        <translation>{}: Auch eine andere Schicht hat die id {}.</translation>
    </message>
    <message>
        <source>{}: another layer has this name too.</source>
        <translation>{}: Auch eine andere Schicht hat diesen Namen.</translation>
    </message>
    <message>
        <source>{}: another note has the id {} too.</source>
        <translation>{}: Auch eine andere Notiz hat die id {}.</translation>
    </message>
    <message>
        <source>{}: each class is held against the right one, where Caffe asks each for its sign.</source>
        <translation>{}: Jede Klasse wird an der richtigen gemessen, wo Caffe jede nach ihrem Vorzeichen fragt.</translation>
    </message>
    <message>
        <source>{}: its batch of 1 is any batch.</source>
        <translation>{}: Der Batch von 1 steht für jeden Batch.</translation>
    </message>
    <message>
        <source>{}: its bias is a part of its table.</source>
        <translation>{}: Der Bias ist ein Teil der Tabelle.</translation>
    </message>
    <message>
        <source>{}: its first weights are drawn in another way ({}).</source>
        <translation>{}: Die ersten Gewichte werden auf andere Weise gezogen ({}).</translation>
    </message>
    <message>
        <source>{}: line {}: a new value from 0 to 255 and the name of its class were expected.</source>
        <translation>{}: Zeile {}: ein neuer Wert von 0 bis 255 und der Name seiner Klasse wurden erwartet.</translation>
    </message>
    <message>
        <source>{}: smoothing, class weights and shares of classes are left out.</source>
        <translation>{}: Glättung, Klassengewichte und Anteile von Klassen sind ausgelassen.</translation>
    </message>
    <message>
        <source>{}: the attribute &quot;{}&quot; holds tables, which are not read.</source>
        <translation>{}: Das Attribut „{}“ enthält Tabellen, die nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{}: the data set takes the place of its Python code.</source>
        <translation>{}: Der Datensatz tritt an die Stelle des Python-Codes.</translation>
    </message>
    <message>
        <source>{}: the device is kept busy.</source>
        <translation>{}: Das Gerät ist ausgelastet.</translation>
    </message>
    <message>
        <source>{}: the file may not grow further (a limit on file sizes).</source>
        <translation>{}: Die Datei darf nicht weiter wachsen (eine Grenze für Dateigrößen).</translation>
    </message>
    <message>
        <source>{}: the loss is the mean over the positions that count, not over samples.</source>
        <translation>{}: Der Verlust ist der Mittelwert über die Stellen, die zählen, nicht über Beispiele.</translation>
    </message>
    <message>
        <source>{}: the mean of all differences, not their sum.</source>
        <translation>{}: der Mittelwert aller Differenzen, nicht ihre Summe.</translation>
    </message>
    <message>
        <source>{}: the mean of all squares, where Caffe has half their sum for each sample.</source>
        <translation>{}: der Mittelwert aller Quadrate, wo Caffe je Beispiel die Hälfte ihrer Summe nimmt.</translation>
    </message>
    <message>
        <source>{}: the mean over all answers, where Caffe has their sum for each sample.</source>
        <translation>{}: der Mittelwert über alle Antworten, wo Caffe je Beispiel ihre Summe nimmt.</translation>
    </message>
    <message>
        <source>{}: the op {} has no gradient, so nothing before it can learn.</source>
        <translation>{}: Die Op {} hat keinen Gradienten, also kann nichts davor lernen.</translation>
    </message>
    <message>
        <source>{}: the step waits for the host, which measures, records, looks at layers or saves; a larger log_interval or fewer checkpoints help.</source>
        <translation>{}: Der Schritt wartet auf den Host, der misst, aufzeichnet, Schichten betrachtet oder speichert; ein größeres log_interval oder weniger Checkpoints helfen.</translation>
    </message>
    <message>
        <source>{}: the text leaves its number of outputs to DIGITS; it has {}.</source>
        <translation>{}: Der Text überlässt die Zahl der Ausgaben DIGITS; es sind {}.</translation>
    </message>
    <message>
        <source>{}: three channels, which the text does not say.</source>
        <translation>{}: drei Kanäle, was der Text nicht sagt.</translation>
    </message>
    <message>
        <source>{}: weights that it shares with another layer are its own.</source>
        <translation>{}: Gewichte, die mit einer anderen Schicht geteilt sind, werden eigene.</translation>
    </message>
    <message>
        <source>{}: {} is updated before its last use.</source>
        <translation>{}: {} wird vor der letzten Benutzung geändert.</translation>
    </message>
    <message>
        <source>{}: {} would update a copy of {}.</source>
        <translation>{}: {} würde eine Kopie von {} ändern.</translation>
    </message>
    <message>
        <source>{}; what is not marked is &quot;other&quot;</source>
        <translation>{}; was nicht markiert ist, ist „other“</translation>
    </message>
    <message>
        <source>{}; {} not read</source>
        <translation>{~}; {~} nicht gelesen</translation>
    </message>
    <message>
        <source>{}all that can be learned from.</source>
        <translation>{}alle, aus denen sich lernen lässt.</translation>
    </message>
    <message>
        <source>{}none. Each says 0 or 1 for the class of its name.</source>
        <translation>{}keine. Jede sagt mit 0 oder 1, ob die Klasse ihres Namens zutrifft.</translation>
    </message>
    <message>
        <source>{}none. Features although they look like ids, copies or constants.</source>
        <translation>{}keine. Bleiben Merkmale, obwohl sie wie IDs, Kopien oder Konstanten aussehen.</translation>
    </message>
    <message>
        <source>{}the last one for a regression.</source>
        <translation>{}die letzte, bei einer Regression.</translation>
    </message>
    <message>
        <source>{}{} for {} ({})</source>
        <translation>{}{} für {~} ({})</translation>
    </message>
    <message>
        <source>{}{}: {} not found{}</source>
        <translation>{}{}: {} nicht gefunden{}</translation>
    </message>
    <message>
        <source>“{}” ({}) has {} tops, but produces {}.</source>
        <translation>„{}“ ({}) hat {} tops, erzeugt aber {}.</translation>
    </message>
    <message>
        <source>“{}” ({}) needs bottoms: {}, but has {}.</source>
        <translation>„{}“ ({}) braucht bottoms: {}, hat aber {}.</translation>
    </message>
    <message>
        <source>“{}” ({}) needs {} bottom{}, but has {}.</source>
        <translation>„{}“ ({}) braucht {} bottom{}, hat aber {}.</translation>
    </message>
    <message>
        <source>“{}” cannot stand in a Slurm script.</source>
        <translation>„{}“ kann nicht in einem Slurm-Skript stehen.</translation>
    </message>
    <message>
        <source>“{}” carries its state from batch to batch, so a batch cannot be computed in micro-batches.</source>
        <translation>„{}“ trägt ihren Zustand von Batch zu Batch weiter, daher lässt sich ein Batch nicht in Mikro-Batches berechnen.</translation>
    </message>
    <message>
        <source>“{}” carries its state from batch to batch, which several ranks cannot do.</source>
        <translation>„{}“ trägt den Zustand von Batch zu Batch weiter, was mit mehreren Rängen nicht geht.</translation>
    </message>
    <message>
        <source>“{}” carries its state over, but {}.</source>
        <translation>„{}“ trägt den Zustand weiter, aber {}.</translation>
    </message>
    <message>
        <source>“{}” cuts {} out of {}.</source>
        <translation>„{}“ schneidet {} aus {} aus.</translation>
    </message>
    <message>
        <source>“{}” does not say how many filters it has (num_output).</source>
        <translation>„{}“ gibt nicht an, wie viele Filter es sind (num_output).</translation>
    </message>
    <message>
        <source>“{}” has {} factors (coeff) for {} inputs.</source>
        <translation>„{}“ hat {} Faktoren (coeff) für {} Eingänge.</translation>
    </message>
    <message>
        <source>“{}” has {} tops, which need {} slice_points in order.</source>
        <translation>„{}“ hat {} Tops, die {} slice_points in aufsteigender Folge brauchen.</translation>
    </message>
    <message>
        <source>“{}” is no shape of a sample.</source>
        <translation>„{}“ ist keine Form eines Beispiels.</translation>
    </message>
    <message>
        <source>“{}” is no value of an input.</source>
        <translation>„{}“ ist kein Wert einer Eingabe.</translation>
    </message>
    <message>
        <source>“{}” is not a breakpoint.</source>
        <translation>„{}“ ist kein Haltepunkt.</translation>
    </message>
    <message>
        <source>“{}” needs 2 blobs, but the caffemodel has 1.</source>
        <translation>„{}“ braucht 2 Blobs, aber das caffemodel hat 1.</translation>
    </message>
    <message>
        <source>“{}” needs {} blobs, but the caffemodel has {}.</source>
        <translation>„{}“ braucht {} Blobs, aber das caffemodel hat {}.</translation>
    </message>
    <message>
        <source>“{}” provides only a batch axis and no numbers.</source>
        <translation>„{}“ liefert nur eine Batch-Achse und keine Zahlen.</translation>
    </message>
    <message>
        <source>“{}”: its slice_points leave a part empty.</source>
        <translation>„{}“: Durch die slice_points bleibt ein Teil leer.</translation>
    </message>
    <message>
        <source>“{}”: orders of magnitude begin above 0.</source>
        <translation>„{}“: Größenordnungen beginnen über 0.</translation>
    </message>
    <message>
        <source>“{}”: the lowest value must lie below the highest.</source>
        <translation>„{}“: Der kleinste Wert muss unter dem größten liegen.</translation>
    </message>
    <message>
        <source>“{}”: {} is {}.</source>
        <translation>„{}“: {} ist {}.</translation>
    </message>
</context>
<context>
    <name>CoreWords</name>
    <message>
        <source>Input</source>
        <translation>Eingang</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>axes</source>
        <translation>Achsen</translation>
    </message>
    <message>
        <source>axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>rückwärts</translation>
    </message>
    <message>
        <source>classification</source>
        <translation>Klassifikation</translation>
    </message>
    <message>
        <source>clips</source>
        <translation>Clips</translation>
    </message>
    <message>
        <source>detection</source>
        <translation>Detektion</translation>
    </message>
    <message>
        <source>feeds</source>
        <translation>liefert Daten</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>weniger</translation>
    </message>
    <message>
        <source>first</source>
        <translation>erste</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>vorwärts</translation>
    </message>
    <message>
        <source>fractions</source>
        <translation>Kommazahlen</translation>
    </message>
    <message>
        <source>frames</source>
        <translation>Einzelbilder</translation>
    </message>
    <message>
        <source>image</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>image_to_image</source>
        <translation>Bild zu Bild</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>labels</source>
        <translation>Labels</translation>
    </message>
    <message>
        <source>last</source>
        <translation>letzte</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>Masken</translation>
    </message>
    <message>
        <source>more</source>
        <translation>mehr</translation>
    </message>
    <message>
        <source>multi_label</source>
        <translation>mehrere Labels</translation>
    </message>
    <message>
        <source>next_symbol</source>
        <translation>nächstes Symbol</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>numbers</source>
        <translation>Zahlen</translation>
    </message>
    <message>
        <source>pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>reads</source>
        <translation>liest</translation>
    </message>
    <message>
        <source>regression</source>
        <translation>Regression</translation>
    </message>
    <message>
        <source>segmentation</source>
        <translation>Segmentierung</translation>
    </message>
    <message>
        <source>several</source>
        <translation>mehrere</translation>
    </message>
    <message>
        <source>sounds</source>
        <translation>Tonaufnahmen</translation>
    </message>
    <message>
        <source>symbols</source>
        <translation>Symbole</translation>
    </message>
    <message>
        <source>test</source>
        <translation>Test</translation>
    </message>
    <message>
        <source>text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>texts</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>transcription</source>
        <translation>Transkription</translation>
    </message>
    <message>
        <source>unlabelled</source>
        <translation>Daten ohne Label</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>Validierung</translation>
    </message>
    <message>
        <source>videos</source>
        <translation>Videos</translation>
    </message>
    <message>
        <source>volume</source>
        <translation>Volumen</translation>
    </message>
    <message>
        <source>volumes</source>
        <translation>Volumina</translation>
    </message>
</context>
</TS>
