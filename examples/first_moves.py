"""Tell the first moves of four in a row on 5x5 apart that really differ."""

import gamegrove

start = gamegrove.position("mnk:size=5,in-a-row=4")
different = {start.after(move).canonical(): move for move in start.legal_moves}
print(f"{len(start.legal_moves)} first moves, {len(different)} of them really different:", *sorted(different.values()))
