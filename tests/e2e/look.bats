#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The golden mails in a browser: on a phone and on a desktop, in light and in dark (tests/look).

have() {
    for package in chromium chromium-driver python3-selenium python3-pil fonts-dejavu-core; do
        dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qx installed ||
            skip "$package isn't installed; make test installs it"
    done
}

@test "look: mails fit, can be tapped and read, and look as they did" {
    have
    run /usr/bin/python3 tests/look/look.py
    echo "$output"
    [ "$status" -eq 0 ]
    [[ "$output" == *"16 pictures, 0 faults"* ]]
}

@test "look: what is wrong is seen" {
    have
    cp -r tests/look tests/golden "$BATS_TEST_TMPDIR/"
    cd "$BATS_TEST_TMPDIR"
    mail=golden/en/turn-more.html
    sed -i -e 's/padding:8px 1px/padding:0/' -e 's/color:#5a636b/color:#aaaaaa/' \
        -e 's/max-width:620px/min-width:620px/' "$mail"
    TMPDIR=$BATS_TEST_TMPDIR run /usr/bin/python3 look/look.py
    [ "$status" -eq 1 ]
    [[ "$output" == *"en/turn-more at 320, light: scrolls sideways"* ]]
    [[ "$output" == *"en/turn-more at 360, light: contrast "* ]]
    [[ "$output" == *"en-turn-more-360-dark.png: "* ]]
}
